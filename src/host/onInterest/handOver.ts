import { type Host, hosts } from '../core/host.ts';

/**
 * A page that exchanges its body, or a component that draws itself anew, takes the tag away and puts another in, which goes on
 * where this one was: open or closed, for the same visitor, at the same place. The focus stays where the page has it.
 */
export function handOver(host: Host): void {
	const state = host.store.get();
	const { settings, channel, look, texts } = state;
	const heir = [...hosts].find((other) => other !== host && isNew(other) && isSame(other));
	if (!heir) return;
	heir.visitor.set({ visitor: state.visitor });
	heir.channel.learn({ channel, look, texts });
	heir.panel.put(state.isOpen, true);
	// Who is being told must not be lost between the two.
	const telling = [...host.calls].findLast(({ method }) => method === 'setUser');
	if (telling && !heir.calls.setUser) heir.call('setUser', [...telling.args]).catch(() => {});
	heir.frame.goOn();

	function isSame({ store }: Host): boolean {
		const other = store.get().settings;
		return (['websiteToken', 'baseUrl', 'mode'] as const).every((name) => other[name] === settings[name]);
	}
}

/** It came in the same step: nothing answers before that ends. */
function isNew({ store }: Host): boolean {
	return store.get().channel === 'asking';
}
