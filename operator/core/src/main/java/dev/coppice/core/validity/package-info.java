/** The second line of admission: what controllers do about objects that no webhook has judged. */
@NullMarked
package dev.coppice.core.validity;

import org.jspecify.annotations.NullMarked;
