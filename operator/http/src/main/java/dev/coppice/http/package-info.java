/** HTTP/1.1 servers that no crowd shuts out: what they take on, and who goes when they are full. */
@NullMarked
package dev.coppice.http;

import org.jspecify.annotations.NullMarked;
