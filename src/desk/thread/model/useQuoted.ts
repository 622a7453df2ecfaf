import { useAtomValue, useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { useEffect, useMemo } from 'react';
import type { Message } from '#protocol/entities/entities.ts';
import { findQuoted, loadQuoted } from './quoted.ts';

/** The message with that id, which is loaded where it is not known. */
export function useQuoted(conversationId: number, id: number): Message | undefined {
	const message = useAtomValue(useMemo(() => atom((get) => findQuoted(get, conversationId, id)), [conversationId, id]));
	const load = useSetAtom(loadQuoted);
	const isKnown = message !== undefined;

	useEffect(() => {
		if (!isKnown) void load(conversationId, id);
	}, [isKnown, conversationId, id, load]);

	return message;
}
