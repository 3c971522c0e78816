/** What a rule is, and what rules may ask for beside the object that they judge. */
@NullMarked
package dev.coppice.core.admission.rule;

import org.jspecify.annotations.NullMarked;
