/** Whether the API server would take the pods of a template, before anything is given up for it. */
@NullMarked
package dev.coppice.core.trial;

import org.jspecify.annotations.NullMarked;
