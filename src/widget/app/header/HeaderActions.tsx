import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { IconButton } from '#ui/IconButton.tsx';
import type { MenuAction } from '#ui/menu/menuAction.ts';
import { findNativeBridge } from '../../bridge/nativeBridge.ts';
import { canEndAtom } from '../../features/conversation/conversation.ts';
import { requestEnd } from '../../features/conversation/endConversation.ts';
import { hostAtom } from '../../features/host/host.ts';
import { messagesAtom } from '../../features/messages/messages.ts';
import { canPopOutAtom, popOut } from '../../features/popOut/popOut.ts';
import { muteSwitch } from '../../features/sound/sound.ts';
import { LazyMore } from './lazyViews.ts';
import { askToClose } from '../routing/navigate.ts';
import { routeAtom } from '../routing/route.ts';

/**
 * The actions that every view offers. Home shows a button for each. Other views, which need room
 * for the way back, collect several actions in one menu, with the sound among them where there is
 * one, and in conversations the downloads. The close button stays beside the menu.
 */
export function HeaderActions() {
	const mute = useMute();
	const others = useActions();
	const all = [...mute, ...others];
	const isHome = useAtomValue(routeAtom) === 'home';
	const shown = isHome ? all : others;
	const isKeepable = useAtomValue(isKeepableAtom);
	return (
		<>
			{isKeepable || (!isHome && others.length > 1) ? (
				<LazyMore actions={all} isKeepable={isKeepable} />
			) : (
				shown.map(({ label, icon, isDirectional = false, act }) => (
					// A switch stays the same button, which keeps the focus.
					<IconButton
						key={icon === 'muted' ? 'sound' : icon}
						label={label}
						icon={icon}
						isDirectional={isDirectional}
						onPress={act}
					/>
				))
			)}
			<CloseButton />
		</>
	);
}

/**
 * Whether the view shows a conversation that the visitor can download: web views of apps have no
 * downloads.
 */
const isKeepableAtom = atom((get) => {
	const route = get(routeAtom);
	const isShown = route === 'earlier-messages' || (route === 'messages' && get(messagesAtom).length > 0);
	return isShown && !findNativeBridge();
});

/** Turns the sound off or on, where a page plays it. */
function useMute(): MenuAction[] {
	const { t } = useLingui();
	const { isPresent } = useAtomValue(hostAtom);
	const isMuted = useAtomValue(muteSwitch.isOnAtom);
	const mute = useSetAtom(muteSwitch.turn);
	if (!isPresent) return [];
	return isMuted
		? [{ label: t`Turn the sound on`, icon: 'muted', act: () => mute(false) }]
		: [{ label: t`Turn the sound off`, icon: 'sound', act: () => mute(true) }];
}

function useActions(): MenuAction[] {
	const { t } = useLingui();
	const canPopOut = useAtomValue(canPopOutAtom);
	const canEnd = useAtomValue(canEndAtom);
	// Only in the conversation, since the question and the notice that follow are shown there.
	const isConversation = useAtomValue(routeAtom) === 'messages';
	const open = useSetAtom(popOut);
	const end = useSetAtom(requestEnd);
	return [
		...(canPopOut ? [{ label: t`Open in a new window`, icon: 'open' as const, isDirectional: true, act: open }] : []),
		// While the conversation is open, where the channel lets visitors end it.
		...(canEnd && isConversation
			? [{ label: t`End Conversation`, icon: 'leave' as const, isDirectional: true, act: () => void end() }]
			: []),
	];
}

/**
 * Shown where the launcher cannot be reached, because it is hidden or under the panel, and in a
 * window of the chat's own.
 */
function CloseButton() {
	const { t } = useLingui();
	const { isPresent, isMobile, isBubbleHidden, isPopOut } = useAtomValue(hostAtom);
	const close = useSetAtom(askToClose);
	const isNeeded = isPopOut || (isPresent && (isMobile || isBubbleHidden));
	return isNeeded && <IconButton label={t`Close`} icon="close" onPress={close} />;
}
