import { toLine } from '#markdown/blocks.ts';
import { currentBlocks, useBlocks } from './useBlocks.ts';

/**
 * A message's words on one line, without markup, for quotes and other places without room for
 * blocks.
 */
export function usePlainText(markdown: string): string {
	return toLine(useBlocks(markdown));
}

/**
 * The same for texts that are shown once, such as an announcement: while the parser is not loaded,
 * the markup stays.
 */
export function plainText(markdown: string): string {
	return toLine(currentBlocks(markdown));
}
