/** The controllers: what makes each level different, and what is the same for all of them. */
@NullMarked
package dev.coppice.controllers;

import org.jspecify.annotations.NullMarked;
