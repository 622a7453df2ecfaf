/**
 * Parses texts. The parser is loaded when the first text needs it; until then, and where it cannot
 * be loaded, texts are shown as they were written.
 */
import { useMemo, useSyncExternalStore } from 'react';
import { isWorthParsing } from '#markdown/isWorthParsing.ts';
import { literal, type Block } from '#markdown/blocks.ts';

type Parse = (text: string, verbatim?: unknown) => Block[];

let parser: Parse | undefined;
let loading: Promise<void> | undefined;
const waiting = new Set<() => void>();

/**
 * Answers the text's blocks, and draws again when the parser has loaded. `verbatim` is as for the
 * parser.
 */
export function useBlocks(text: string, verbatim?: unknown): Block[] {
	const isWorth = useMemo(() => isWorthParsing(text), [text]);
	const parse = useSyncExternalStore(isWorth ? awaitParser : awaitNothing, () => (isWorth ? parser : undefined));
	return useMemo(() => toBlocks(text, parse, verbatim), [text, parse, verbatim]);
}

/** The text's blocks with the parser, if it has loaded; otherwise the text as it was written. */
export function currentBlocks(text: string): Block[] {
	return toBlocks(text, isWorthParsing(text) ? parser : undefined);
}

function toBlocks(text: string, parse: Parse | undefined, verbatim?: unknown): Block[] {
	try {
		return parse?.(text, verbatim) ?? [literal(text)];
	} catch {
		// A text on which the parser throws must not break the conversation.
		return [literal(text)];
	}
}

function awaitParser(onArrival: () => void): () => void {
	waiting.add(onArrival);
	loading ??= loadParser();
	return () => waiting.delete(onArrival);
}

function awaitNothing(): () => void {
	return () => undefined;
}

async function loadParser(): Promise<void> {
	try {
		({ parseMarkdown: parser } = await import('#markdown/parseMarkdown.ts'));
		for (const onArrival of waiting) onArrival();
	} catch {
		// Texts are shown without formatting; the next text that needs the parser loads it again.
		loading = undefined;
	}
}
