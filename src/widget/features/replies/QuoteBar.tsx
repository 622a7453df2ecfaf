import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import type { Message } from '#protocol/entities/entities.ts';
import { ReplyBar } from '#ui/quotes/ReplyBar.tsx';
import { useSummary } from '../messages/useSummary.ts';
import { answeredAtom } from './quoted.ts';
import { endReply } from './replies.ts';

interface Props {
	/** The quote was added, changed or removed: the focus goes to the text field. */
	onChange: () => void;
}

/** Above the composer: the message that the next one answers. */
export function QuoteBar({ onChange }: Props) {
	const message = useAtomValue(answeredAtom);
	const id = message?.id;
	const idBefore = useRef(id);

	useEffect(() => {
		if (id !== idBefore.current) onChange();
		idBefore.current = id;
	}, [id, onChange]);

	return message && <KnownQuote message={message} />;
}

function KnownQuote({ message }: { message: Message }) {
	const end = useSetAtom(endReply);
	return <ReplyBar summary={useSummary(message)} onCancel={end} />;
}
