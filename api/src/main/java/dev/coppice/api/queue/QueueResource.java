package dev.coppice.api.queue;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The share of one resource. A number that is absent is 0.
 *
 * @param quota how much is guaranteed; -1 means without limit
 * @param limit how much may be used at most; -1 means without limit, 0 no more than is guaranteed
 * @param overQuotaWeight how much of what others leave goes to this queue, relative to the others
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record QueueResource(double quota, double limit, double overQuotaWeight) {}
