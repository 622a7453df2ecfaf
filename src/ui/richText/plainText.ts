import { toLine } from '#markdown/blocks.ts';
import { currentBlocks, useBlocks } from './useBlocks.ts';

/** A message's words on one line, without its markup, for quotes and other places with no room for the thing itself. */
export function usePlainText(markdown: string): string {
	return toLine(useBlocks(markdown));
}

/** The same for what is said once, such as an announcement: what cannot be parsed yet keeps its markup. */
export function plainText(markdown: string): string {
	return toLine(currentBlocks(markdown));
}
