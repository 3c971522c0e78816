package dev.coppice.core.object;

import dev.coppice.core.quantity.BoundedQuantity;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How much of each resource, such as cpu or nvidia.com/gpu.
 *
 * @param amounts by resource, none of them 0: cores, bytes and devices. None is larger than what
 *     Kubernetes holds; a sum that would be is the largest that it holds
 */
public record ResourceAmounts(SortedMap<String, BigDecimal> amounts) {

  /** Nothing of any. */
  public static final ResourceAmounts NONE = new ResourceAmounts(new TreeMap<>());

  private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
  private static final BigDecimal MOST = BoundedQuantity.LIMIT.subtract(BigDecimal.ONE);
  private static final BigInteger STEP = BigInteger.valueOf(1024);

  /** Keeps a copy. */
  public ResourceAmounts {
    SortedMap<String, BigDecimal> copy = new TreeMap<>(amounts);
    copy.replaceAll((_, amount) -> held(amount));
    copy.values().removeIf(amount -> amount.signum() == 0);
    amounts = Collections.unmodifiableSortedMap(copy);
  }

  /** What stands in an object; a quantity that cannot be read counts as none. */
  public static ResourceAmounts of(@Nullable Map<String, Quantity> quantities) {
    if (quantities == null || quantities.isEmpty()) {
      return NONE;
    }
    SortedMap<String, BigDecimal> amounts = new TreeMap<>();
    quantities.forEach((resource, quantity) -> amounts.put(resource, amount(quantity)));
    return new ResourceAmounts(amounts);
  }

  /** What stands in many objects, all together. */
  public static ResourceAmounts sum(Collection<Map<String, Quantity>> all) {
    Map<String, BigDecimal> sum = new HashMap<>();
    all.forEach(quantities ->
        quantities.forEach(
            (resource, quantity) -> sum.merge(resource, amount(quantity), BigDecimal::add)));
    return new ResourceAmounts(new TreeMap<>(sum));
  }

  /** What is held of an amount: equal ones are written with equally many digits. */
  private static BigDecimal held(BigDecimal amount) {
    return new BoundedQuantity.Amount(amount.min(MOST).max(MOST.negate())).value();
  }

  private static BigDecimal amount(@Nullable Quantity quantity) {
    return BoundedQuantity.of(quantity).orZero();
  }

  /** Whether there is nothing of any. */
  public boolean isEmpty() {
    return amounts.isEmpty();
  }

  /** Both together. */
  public ResourceAmounts plus(ResourceAmounts other) {
    return with(other, BigDecimal::add);
  }

  /** Of each resource the larger amount. */
  public ResourceAmounts max(ResourceAmounts other) {
    return with(other, BigDecimal::max);
  }

  /** These, and of the others' resources only theirs. */
  public ResourceAmounts replacedBy(ResourceAmounts others) {
    return with(others, (_, other) -> other);
  }

  /** So many times. */
  public ResourceAmounts times(int factor) {
    SortedMap<String, BigDecimal> product = new TreeMap<>(amounts);
    product.replaceAll((_, amount) -> amount.multiply(BigDecimal.valueOf(factor)));
    return new ResourceAmounts(product);
  }

  private ResourceAmounts with(ResourceAmounts other, BinaryOperator<BigDecimal> together) {
    SortedMap<String, BigDecimal> both = new TreeMap<>(amounts);
    other.amounts.forEach((resource, amount) -> both.merge(resource, amount, together));
    return new ResourceAmounts(both);
  }

  /** As they are written in an object: each amount in one form only. */
  public Map<String, Quantity> quantities() {
    Map<String, Quantity> quantities = new TreeMap<>();
    amounts.forEach(
        (resource, amount) -> quantities.put(resource, Quantity.parse(text(resource, amount))));
    return quantities;
  }

  private static String text(String resource, BigDecimal amount) {
    if (amount.scale() > 0) {
      return amount.movePointRight(3).setScale(0, RoundingMode.UP).toPlainString() + "m";
    }
    BigInteger whole = amount.toBigIntegerExact();
    return isBytes(resource) ? bytes(whole) : whole.toString();
  }

  private static boolean isBytes(String resource) {
    return resource.equals("memory")
        || resource.equals("ephemeral-storage")
        || resource.startsWith("hugepages-");
  }

  private static String bytes(BigInteger whole) {
    BigInteger left = whole;
    int unit = 0;
    while (unit < BINARY.size() - 1 && left.mod(STEP).signum() == 0) {
      left = left.divide(STEP);
      unit++;
    }
    return left + BINARY.get(unit);
  }
}
