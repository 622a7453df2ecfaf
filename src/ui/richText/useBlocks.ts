/**
 * What a text consists of. The parser is loaded when the first text needs it; until it is there, and where it cannot be loaded,
 * the text stays as it was written.
 */
import { useMemo, useSyncExternalStore } from 'react';
import { isWorthParsing } from '#markdown/isWorthParsing.ts';
import { literal, type Block } from '#markdown/blocks.ts';

type Parse = (text: string) => Block[];

let parser: Parse | undefined;
let loading: Promise<void> | undefined;
const waiting = new Set<() => void>();

/** Draws again when the parser arrives. */
export function useBlocks(text: string): Block[] {
	const isWorth = useMemo(() => isWorthParsing(text), [text]);
	const parse = useSyncExternalStore(isWorth ? awaitParser : awaitNothing, () => (isWorth ? parser : undefined));
	return useMemo(() => toBlocks(text, parse), [text, parse]);
}

/** As far as is known now. */
export function currentBlocks(text: string): Block[] {
	return toBlocks(text, isWorthParsing(text) ? parser : undefined);
}

function toBlocks(text: string, parse: Parse | undefined): Block[] {
	try {
		return parse?.(text) ?? [literal(text)];
	} catch {
		// A text that breaks the parser must not take the conversation with it.
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
		// Nothing is lost but the looks. The next text that needs the parser tries again.
		loading = undefined;
	}
}
