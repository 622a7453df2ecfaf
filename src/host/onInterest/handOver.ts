import { type HostApi, hosts } from '../core/hostApi.ts';

/**
 * Hands the chat over to the tag that replaces this one, as when a page exchanges its body or a
 * component renders again. The new tag goes on where this one was: open or closed, for the same
 * visitor, at the same place. The focus stays where the page has it.
 */
export function handOver(host: HostApi): void {
	const state = host.store.get();
	const { settings, channel, look, texts } = state;
	const successor = [...hosts].find((other) => other !== host && isNew(other) && isSame(other));
	if (!successor) return;
	successor.visitor.set({ visitor: state.visitor });
	successor.channel.update({ channel, look, texts });
	if (successor.ownTexts === undefined) successor.setTexts(host.ownTexts);
	successor.panel.set(state.isOpen, true, state.isHidden);
	// A `setUser` that the frame has not answered must not be lost between the two tags.
	const telling = [...host.calls].findLast(({ method }) => method === 'setUser');
	if (telling && !successor.calls.isSettingUser) successor.call('setUser', [...telling.args]).catch(() => {});
	successor.frame.goOn();

	function isSame({ store }: HostApi): boolean {
		const other = store.get().settings;
		return (['websiteToken', 'baseUrl', 'mode'] as const).every((name) => other[name] === settings[name]);
	}
}

/**
 * Whether the tag was inserted in the same task as the other one was removed: no server answers
 * before a task ends.
 */
function isNew({ store }: HostApi): boolean {
	return store.get().channel === 'asking';
}
