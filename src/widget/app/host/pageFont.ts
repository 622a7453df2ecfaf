// chunk: pageFont
/**
 * Loads the font that the page names by `--lcw-font-src`, from an origin that the website allows
 * (docs/tag.md, A font of your own). The frame's policy has the same list.
 */
import { channelAtom } from '../../features/channel/channel.ts';
import { hostAtom } from '../../features/host/host.ts';
import type { Store } from '../routing/store.ts';

const FOLLOWED = new WeakSet<Store>();

/** From now on the font is the one that the page names at the time. */
export function followPageFont(store: Store): void {
	if (FOLLOWED.has(store)) return;
	FOLLOWED.add(store);
	let told = '';
	let shown: FontFace | undefined;
	const follow = () => {
		const { font = '', fontSrc = '' } = store.get(hostAtom).theme;
		if (`${font} ${fontSrc}` === told) return;
		told = `${font} ${fontSrc}`;
		if (shown) document.fonts.delete(shown);
		shown = fontSrc === '' ? undefined : loadFont(font, fontSrc, store.get(channelAtom).fontOrigins ?? []);
	};
	store.sub(hostAtom, follow);
	follow();
}

/**
 * Undefined, with a warning for the page's developer, where the font may not be loaded. The text is
 * shown in the meantime.
 */
function loadFont(fonts: string, source: string, allowed: readonly string[]): FontFace | undefined {
	// WebKit escapes the address of a `url()` without quotes.
	const written = source.replaceAll(/\\(\W)/g, '$1');
	const [, address, hasAllWeights] =
		/^url\(\s*["']?(https?:\/\/[^"'()\s\\]+)["']?\s*\)(\s+tech\(variations\))?$/.exec(written) ?? [];
	const family = /^\s*(?:"([^"]+)"|'([^']+)'|([^,"']+))/.exec(fonts)?.slice(1).find(Boolean)?.trim();
	if (address === undefined || !URL.canParse(address))
		return warn(`--lcw-font-src has to be url("https://…"), with a whole address; it is ${source}`);
	if (family === undefined) return warn('--lcw-font-src needs --lcw-font, whose first name is that of the font');
	const { href, origin, protocol } = new URL(address);
	const isAllowed = origin === location.origin || (protocol === 'https:' && allowed.includes(origin));
	if (!isAllowed)
		return warn(
			`${href} is not loaded: the website has to allow fonts of ${origin} (https only), by npm run admin -- set-channel --font-origin ${origin}, font_origins of the API, or the look settings of the desk`,
		);
	const face = new FontFace(family, `url("${href}")`, { display: 'swap', ...(hasAllWeights && { weight: '1 1000' }) });
	document.fonts.add(face);
	face.load().catch((error: unknown) => warn(`${href} could not be loaded: ${String(error)}`));
	return face;
}

function warn(words: string): undefined {
	console.warn(`live-chat-widget: ${words}.`);
}
