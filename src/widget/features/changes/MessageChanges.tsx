/** Beside and below a message: what the visitor may change of it, which loads on use. */
import { useAtomValue } from 'jotai/react';
import type { ReactNode } from 'react';
import type { Message } from '#protocol/entities/entities.ts';
import { createLazy } from '#ui/createLazy.tsx';
import type { ShownMessage } from '#models/shownMessage.ts';
import { loadWithTexts } from '../language/loadWithTexts.ts';
import { changeableTillAtom, changingAtom } from './changes.ts';
import { Reaction, ReactionButton } from './ReactionButton.tsx';

const LazyMenu = createLazy(
	async () => (await loadWithTexts(() => import('./ChangeMenu.tsx'))).ChangeMenu,
	() => null,
);
const LazyQuestion = createLazy(
	async () => (await loadWithTexts(() => import('./DeleteQuestion.tsx'))).DeleteQuestion,
	() => null,
);
const LazyForm = createLazy(
	async () => (await loadWithTexts(() => import('./EditForm.tsx'))).EditForm,
	() => null,
);
const LazyMark = createLazy(
	async () => (await loadWithTexts(() => import('./EditedMark.tsx'))).EditedMark,
	() => null,
);

/** Buttons beside a message: for the visitor's own, and for one of the team. */
export function ChangeTools({ message }: { message: ShownMessage }) {
	const till = useAtomValue(changeableTillAtom)(message);
	const { stored } = message;
	if (!stored) return null;
	return (
		<>
			{till > 0 && <LazyMenu id={stored.id} hasText={message.content !== ''} till={till} />}
			<ReactionButton message={stored} />
		</>
	);
}

/** In place of a message's content while the visitor changes its text. */
export function ChangePlace({ message, children }: { message: ShownMessage; children: ReactNode }) {
	const changing = useAtomValue(changingAtom);
	const { stored } = message;
	const isChanging = stored !== undefined && changing?.id === stored.id && changing.to === 'edit';
	return isChanging ? <LazyForm message={stored} /> : children;
}

/** Below a message: that it was edited, the question before it is deleted, and the reaction. */
export function ChangeNotes({ message }: { message: Message }) {
	const changing = useAtomValue(changingAtom);
	return (
		<>
			{message.content_attributes['edited_at'] !== undefined && <LazyMark />}
			{changing?.id === message.id && changing.to === 'delete' && <LazyQuestion id={message.id} />}
			<Reaction message={message} />
		</>
	);
}
