import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { ToolButton } from '#ui/ToolButton.tsx';
import { startReply } from './replies.ts';

/** A button beside a message, for pointers and keyboards; on a touch screen the visitor swipes. */
export function ReplyButton({ id }: { id: number }) {
	const { t } = useLingui();
	const reply = useSetAtom(startReply);
	return <ToolButton label={t`Reply`} icon="reply" isDirectional onPress={() => reply(id)} />;
}
