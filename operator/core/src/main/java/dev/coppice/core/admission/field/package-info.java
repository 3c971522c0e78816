/** What is wrong with an object, in the words of Kubernetes. */
@NullMarked
package dev.coppice.core.admission.field;

import org.jspecify.annotations.NullMarked;
