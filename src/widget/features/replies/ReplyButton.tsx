import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { IconButton } from '#ui/IconButton.tsx';
import { REPLY } from '#ui/messageIcons.ts';
import { startReply } from './replies.ts';

/** A button beside a message, for pointers and keyboards; on a touch screen the visitor swipes. */
export function ReplyButton({ id }: { id: number }) {
	const { t } = useLingui();
	const reply = useSetAtom(startReply);
	return <IconButton size="small" label={t`Reply`} icon={REPLY} isDirectional onPress={() => reply(id)} />;
}
