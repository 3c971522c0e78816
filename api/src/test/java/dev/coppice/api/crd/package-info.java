/** Makes the CustomResourceDefinitions from the model, and checks what was made. */
@NullMarked
package dev.coppice.api.crd;

import org.jspecify.annotations.NullMarked;
