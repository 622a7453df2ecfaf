import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import type { MenuAction } from '#ui/menu/menuAction.ts';
import { MenuItems } from '#ui/menu/MenuItems.tsx';
import { useIdentity } from '../../features/messages/useIdentity.ts';
import {
	askForNotices,
	canBeToldAtom,
	endNotices,
	isToldAtom,
	lookForNotices,
} from '../../features/notices/askForNotices.ts';
import { downloadTranscript } from '../../features/transcript/downloadTranscript.ts';

const BELL = 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0';
const SILENT = `${BELL}M4 4l16 16` as const;

interface Props {
	actions: readonly MenuAction[];
	/** Whether the conversation can be downloaded. */
	isKeepable: boolean;
}

/** The content of the header's menu. */
export function HeaderMenu({ actions, isKeepable }: Props) {
	const notices = useNotices();
	const downloads = useDownloads();
	const all = isKeepable ? [...actions, ...notices, ...downloads] : actions;
	// What ends the conversation comes last, away from what is pressed in passing.
	const harmless = all.filter(({ icon }) => icon !== 'leave');
	const dangerous = all.filter(({ icon }) => icon === 'leave').map((action) => ({ ...action, isDangerous: true }));
	return <MenuItems actions={[...harmless, ...dangerous]} />;
}

/** Turns on or off that the browser tells the visitor of answers, where the page's browser can. */
function useNotices(): MenuAction[] {
	const { t } = useLingui();
	const canBeTold = useAtomValue(canBeToldAtom);
	const isTold = useAtomValue(isToldAtom);
	const look = useSetAtom(lookForNotices);
	const ask = useSetAtom(askForNotices);
	const end = useSetAtom(endNotices);
	useEffect(() => look(), [look]);
	if (!canBeTold) return [];
	return isTold
		? [{ label: t`Turn off notifications`, icon: SILENT, act: () => end() }]
		: [{ label: t`Turn on notifications`, icon: BELL, act: () => ask() }];
}

function useDownloads(): MenuAction[] {
	const { t } = useLingui();
	const identify = useIdentity();
	const download = useSetAtom(downloadTranscript);
	const nameOf: Parameters<typeof download>[1] = (sender) => identify(sender).name;
	return [
		{ label: t`Download the conversation as text`, icon: 'download', act: () => void download('txt', nameOf) },
		{ label: t`Download the conversation as HTML`, icon: 'file', act: () => void download('html', nameOf) },
	];
}
