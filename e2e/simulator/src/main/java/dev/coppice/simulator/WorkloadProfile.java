package dev.coppice.simulator;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What happens in a run, and how often. */
public enum WorkloadProfile {

  /** Everything. */
  ANYTHING,

  /** Pods that were Ready are lost, often and for long; what users delete, they delete rarely. */
  LOSING_PODS {
    @Override
    int weight(Verb verb) {
      return switch (verb) {
        case OUTAGE, STALL, FAIL -> 6 * super.weight(verb);
        case WAIT -> 4 * super.weight(verb);
        case SET_DELAY, SET_GROUP_DELAY -> 2 * super.weight(verb);
        case DELETE_CLIQUE, DELETE_GROUP, DELETE_GANG -> super.weight(verb) / 4;
        case RECOVERY -> super.weight(verb) / 3;
        case SCALE_SET -> 1;
        case DELETE_SET -> 0;
        default -> super.weight(verb);
      };
    }
  },

  /** Templates change again and again while pods are slow and users scale. */
  UPDATING {
    @Override
    int weight(Verb verb) {
      return switch (verb) {
        case CHANGE_TEMPLATE -> 40;
        case SET_STRATEGY -> 8;
        case OUTAGE -> 4 * super.weight(verb);
        case RECOVERY -> super.weight(verb) / 2;
        case DELETE_CLIQUE, DELETE_GROUP, DELETE_GANG -> super.weight(verb) / 4;
        case DELETE_SET -> 0;
        default -> super.weight(verb);
      };
    }
  },

  /** The same while views lag less than a second, and many seconds pass. */
  UPDATING_IN_TIME {
    @Override
    int weight(Verb verb) {
      return verb == Verb.WAIT ? 8 * super.weight(verb) : UPDATING.weight(verb);
    }
  },

  /**
   * Pods are lost and come back; the operator is away for longer than delays, as often as not from
   * a breach on until all is well again.
   */
  AWAY {
    @Override
    Set<Verb> verbs() {
      return EnumSet.copyOf(
          Stream.concat(super.verbs().stream(), Stream.of(Verb.DIE, Verb.RISE)).toList());
    }

    @Override
    int weight(Verb verb) {
      return switch (verb) {
        case DIE -> 60;
        case RISE -> 150;
        case STALL -> 12 * super.weight(verb);
        case WAIT -> 8 * super.weight(verb);
        case SET_DELAY, SET_GROUP_DELAY -> 3 * super.weight(verb);
        case CHANGE_TEMPLATE -> 10;
        case FAIL -> 5;
        case DELETE_CLIQUE, DELETE_GROUP, DELETE_GANG -> super.weight(verb) / 4;
        case SCALE_SET -> 1;
        case DELETE_SET -> 0;
        default -> super.weight(verb);
      };
    }
  },

  /**
   * Templates change again and again, users scale, and at some indices, of some templates, or for
   * want of room, no pod ever runs.
   */
  UPDATING_THE_SICK {
    @Override
    Set<Verb> verbs() {
      return EnumSet.copyOf(
          Stream.concat(
                  super.verbs().stream(),
                  Stream.of(Verb.STRAND, Verb.SICKEN, Verb.FILL, Verb.SPOIL, Verb.HEAL))
              .toList());
    }

    @Override
    int weight(Verb verb) {
      return switch (verb) {
        case STRAND, SICKEN -> 15;
        case FILL, SPOIL -> 5;
        case HEAL -> 5;
        case CHANGE_TEMPLATE -> 15;
        case SCALE_CLIQUE -> 50;
        case SCALE_SET -> 1;
        case WAIT -> 4 * super.weight(verb);
        case STALL, FAIL, DELETE_POD, DELETE_CLIQUE, DELETE_GROUP, DELETE_GANG ->
            super.weight(verb) / 4;
        case OUTAGE, SET_DELAY, SET_GROUP_DELAY, DELETE_SET -> 0;
        default -> super.weight(verb);
      };
    }
  },

  /** Templates change and users scale while there is room for fewer pods than are asked for. */
  UPDATING_THE_CROWDED {
    @Override
    Set<Verb> verbs() {
      return EnumSet.copyOf(
          Stream.concat(super.verbs().stream(), Stream.of(Verb.FILL, Verb.HEAL)).toList());
    }

    @Override
    int weight(Verb verb) {
      return switch (verb) {
        case FILL -> 60;
        case HEAL -> 2;
        case SCALE_CLIQUE -> 40;
        case SCALE_GROUP -> 20;
        default -> UPDATING_THE_SICK.weight(verb);
      };
    }
  },

  /** Templates change while users scale, and some of them the API server does not take. */
  MISTYPING {
    @Override
    Set<Verb> verbs() {
      return EnumSet.copyOf(
          Stream.concat(super.verbs().stream(), Stream.of(Verb.MISTYPE, Verb.ACCEPT)).toList());
    }

    @Override
    int weight(Verb verb) {
      return switch (verb) {
        case MISTYPE -> 30;
        case ACCEPT -> 10;
        default -> UPDATING.weight(verb);
      };
    }
  },

  /** Everything, and sooner or later a policy that adds keys of its own to whatever is written. */
  MARKED {
    @Override
    Set<Verb> verbs() {
      return EnumSet.copyOf(
          Stream.concat(super.verbs().stream(), Stream.of(Verb.ENFORCE)).toList());
    }

    @Override
    int weight(Verb verb) {
      return verb == Verb.ENFORCE ? 30 : super.weight(verb);
    }
  },

  /**
   * Somebody writes over statuses, labels and owner references, or empties them, while pods are
   * lost; the set is now and then made again, and what it leaves may be overlooked. Nobody else
   * takes a Ready pod.
   */
  BEHIND_THE_BACK {
    @Override
    Set<Verb> verbs() {
      return EnumSet.copyOf(
          Stream.concat(super.verbs().stream(), Stream.of(Verb.FORGE, Verb.OVERLOOK)).toList());
    }

    @Override
    int weight(Verb verb) {
      return switch (verb) {
        case FORGE -> 150;
        case OVERLOOK -> 100;
        case WAIT -> 2 * super.weight(verb);
        case DELETE_SET -> 4;
        case SCALE_SET,
            SCALE_GROUP,
            SCALE_CLIQUE,
            SET_STRATEGY,
            CHANGE_TEMPLATE,
            DELETE_POD,
            DELETE_CLIQUE,
            DELETE_GROUP,
            DELETE_GANG,
            DELETE_OTHER ->
            0;
        default -> super.weight(verb);
      };
    }
  },

  /** Users only scale. Pods may be slow to come and to go, and calls get lost, but none fails. */
  SCALING {
    @Override
    int weight(Verb verb) {
      return switch (verb) {
        case SCALE_SET -> 15;
        case SCALE_GROUP, SCALE_CLIQUE -> 60;
        case STALL,
            FAIL,
            SET_STRATEGY,
            SET_DELAY,
            SET_GROUP_DELAY,
            CHANGE_TEMPLATE,
            DELETE_POD,
            DELETE_CLIQUE,
            DELETE_GROUP,
            DELETE_GANG,
            DELETE_OTHER,
            DELETE_SET ->
            0;
        default -> super.weight(verb);
      };
    }
  };

  private static final Map<Verb, Integer> USUAL =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(Verb.HEAR, 4000),
              Map.entry(Verb.LOOK, 1500),
              Map.entry(Verb.SEND, 2500),
              Map.entry(Verb.BIND, 600),
              Map.entry(Verb.START, 600),
              Map.entry(Verb.COLLECT, 400),
              Map.entry(Verb.FINISH, 300),
              Map.entry(Verb.OUTAGE, 25),
              Map.entry(Verb.RECOVERY, 15),
              Map.entry(Verb.HANG, 10),
              Map.entry(Verb.LOOSEN, 15),
              Map.entry(Verb.GET_AHEAD, 2),
              Map.entry(Verb.FALL_BEHIND, 2),
              Map.entry(Verb.WAIT, 60),
              Map.entry(Verb.RELIST, 12),
              Map.entry(Verb.LOSE_ANSWER, 60),
              Map.entry(Verb.LOSE_CALL, 60),
              Map.entry(Verb.REFUSE, 40),
              Map.entry(Verb.FORBID, 20),
              Map.entry(Verb.CRASH, 8),
              Map.entry(Verb.LAND, 60),
              Map.entry(Verb.LAPSE, 30),
              Map.entry(Verb.STALL, 30),
              Map.entry(Verb.FAIL, 40),
              Map.entry(Verb.SET_STRATEGY, 3),
              Map.entry(Verb.SET_DELAY, 10),
              Map.entry(Verb.SET_GROUP_DELAY, 10),
              Map.entry(Verb.CHANGE_TEMPLATE, 6),
              Map.entry(Verb.SCALE_SET, 4),
              Map.entry(Verb.SCALE_GROUP, 12),
              Map.entry(Verb.SCALE_CLIQUE, 12),
              Map.entry(Verb.DELETE_POD, 40),
              Map.entry(Verb.DELETE_CLIQUE, 15),
              Map.entry(Verb.DELETE_GROUP, 7),
              Map.entry(Verb.DELETE_GANG, 12),
              Map.entry(Verb.DELETE_OTHER, 3),
              Map.entry(Verb.DELETE_SET, 2),
              Map.entry(Verb.APPLY_SET, 200)));

  /** The profile of a seed that may have any but that of users who only scale. */
  static WorkloadProfile of(long seed) {
    if (seed % 16 == 14) {
      return AWAY;
    }
    if (seed % 16 == 3) {
      return UPDATING_THE_SICK;
    }
    if (seed % 16 == 11) {
      return UPDATING_THE_CROWDED;
    }
    if (seed % 16 == 8) {
      return MARKED;
    }
    return switch ((int) (seed % 4)) {
      case 0 -> ANYTHING;
      case 1 -> seed % 8 == 1 ? UPDATING : UPDATING_IN_TIME;
      default -> LOSING_PODS;
    };
  }

  /** Whether it begins when all is well. */
  boolean beginsAtRest() {
    return this == LOSING_PODS
        || this == AWAY
        || this == UPDATING
        || this == UPDATING_THE_SICK
        || this == UPDATING_THE_CROWDED
        || this == MISTYPING
        || this == BEHIND_THE_BACK
        || keepsUp();
  }

  /** Whether views lag less than a second. */
  boolean keepsUp() {
    return this == UPDATING_IN_TIME;
  }

  /** What happens by chance. */
  Set<Verb> verbs() {
    return USUAL.keySet();
  }

  /** How often it happens where nothing makes it rarer, or more frequent. */
  int weight(Verb verb) {
    return USUAL.getOrDefault(verb, 0);
  }
}
