import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { useDismiss } from '#ui/useDismiss.ts';
import { canEndAtom } from '../features/conversation/conversation.ts';
import { requestEnd } from '../features/conversation/endConversation.ts';
import { hostAtom } from '../features/host/host.ts';
import { canPopOutAtom, popOut } from '../features/popOut/popOut.ts';
import { isMutedAtom, setMuted } from '../features/sound/sound.ts';
import styles from './HeaderActions.module.css';
import { askToClose } from './navigate.ts';
import { routeAtom } from './route.ts';

interface Action {
	label: string;
	icon: Parameters<typeof Icon>[0]['name'];
	isDirectional?: boolean;
	act: () => void;
}

/**
 * What can be done from any view. Home has room for all of it; elsewhere, beside the way back, several things are one menu,
 * and the sound is part of it where there is one. The way to close is beside that.
 */
export function HeaderActions() {
	const mute = useMute();
	const others = useActions();
	const all = [...mute, ...others];
	const isHome = useAtomValue(routeAtom) === 'home';
	const shown = isHome ? all : others;
	return (
		<>
			{!isHome && others.length > 1 ? (
				<More actions={all} />
			) : (
				shown.map(({ label, icon, isDirectional = false, act }) => (
					<IconButton key={icon} label={label} icon={icon} isDirectional={isDirectional} onPress={act} />
				))
			)}
			<CloseButton />
		</>
	);
}

/** Where there is a page that makes the sound. */
function useMute(): Action[] {
	const { t } = useLingui();
	const { isPresent } = useAtomValue(hostAtom);
	const isMuted = useAtomValue(isMutedAtom);
	const mute = useSetAtom(setMuted);
	if (!isPresent) return [];
	return isMuted
		? [{ label: t`Turn the sound on`, icon: 'muted', act: () => mute(false) }]
		: [{ label: t`Turn the sound off`, icon: 'sound', act: () => mute(true) }];
}

function useActions(): Action[] {
	const { t } = useLingui();
	const canPopOut = useAtomValue(canPopOutAtom);
	const canEnd = useAtomValue(canEndAtom);
	// Where the conversation shows, since that is where the question and the notice are.
	const isConversation = useAtomValue(routeAtom) === 'messages';
	const open = useSetAtom(popOut);
	const end = useSetAtom(requestEnd);
	return [
		...(canPopOut ? [{ label: t`Open in a new window`, icon: 'open' as const, isDirectional: true, act: open }] : []),
		// For as long as there is something to end, where the channel leaves that to visitors.
		...(canEnd && isConversation
			? [{ label: t`End Conversation`, icon: 'leave' as const, isDirectional: true, act: () => void end() }]
			: []),
	];
}

/** Several buttons would leave no room for the name on a narrow screen; in here each has its own name written out. */
function More({ actions }: { actions: readonly Action[] }) {
	const { t } = useLingui();
	const [isOpen, setIsOpen] = useState(false);
	const place = useDismiss<HTMLDivElement>(isOpen, () => setIsOpen(false));

	function choose({ act }: Action) {
		setIsOpen(false);
		place.current?.querySelector('button')?.focus();
		act();
	}

	return (
		<div ref={place} className={styles.place}>
			<IconButton label={t`More options`} icon="more" isExpanded={isOpen} onPress={() => setIsOpen(!isOpen)} />
			{isOpen && (
				<ul className={styles.menu}>
					{actions.map((action) => (
						<li key={action.icon}>
							<button type="button" className={styles.item} onClick={() => choose(action)}>
								<Icon name={action.icon} isDirectional={action.isDirectional ?? false} />
								{action.label}
							</button>
						</li>
					))}
				</ul>
			)}
		</div>
	);
}

/** Where the launcher is out of reach: it is hidden, or under the panel. A window of the chat's own has one too. */
function CloseButton() {
	const { t } = useLingui();
	const { isPresent, isMobile, isBubbleHidden, isPopOut } = useAtomValue(hostAtom);
	const close = useSetAtom(askToClose);
	const isNeeded = isPopOut || (isPresent && (isMobile || isBubbleHidden));
	return isNeeded && <IconButton label={t`Close`} icon="close" onPress={close} />;
}
