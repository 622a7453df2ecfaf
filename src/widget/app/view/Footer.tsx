import { useAtomValue } from 'jotai/react';
import { Branding } from '#ui/Branding.tsx';
import { widgetPageAtom } from '../../features/channel/channel.ts';
import { hostAtom } from '../../features/host/host.ts';
import { routeAtom } from '../routing/route.ts';

/** The footer of every view except articles, unless the channel hides it. */
export function Footer() {
	const { channel, globalConfig } = useAtomValue(widgetPageAtom);
	const { referrerHost } = useAtomValue(hostAtom);
	const isArticle = useAtomValue(routeAtom) === 'article-viewer';
	if (channel.disableBranding || isArticle) return null;
	return <Branding brand={globalConfig} referrerHost={referrerHost} />;
}
