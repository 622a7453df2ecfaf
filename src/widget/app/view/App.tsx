import { useAtomValue, useSetAtom } from 'jotai/react';
import { type ReactNode, type UIEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { applyLook } from '#ui/applyLook.ts';
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx';
import { Loading } from '#ui/Loading.tsx';
import { useTheme } from '#ui/useTheme.ts';
import { AlertsView } from '../../screens/alerts/AlertsView.tsx';
import { channelAtom, widgetPageAtom } from '../../features/channel/channel.ts';
import { ConnectionView } from '../../screens/connection/ConnectionView.tsx';
import { hostAtom, postToHost } from '../../features/host/host.ts';
import styles from './App.module.css';
import { Header } from '../header/Header.tsx';
import { routeAtom, routeParamsAtom, scrollView } from '../routing/route.ts';
import { ROUTES } from '../routing/routes.ts';
import { Overlays, VIEWS } from './views.tsx';
import { Branding } from '#ui/Branding.tsx';

export function App() {
	const { widgetColor, themes } = useAtomValue(channelAtom);
	const route = useAtomValue(routeAtom);
	const params = useAtomValue(routeParamsAtom);
	const View = VIEWS[route];
	const { theme } = useAtomValue(hostAtom);
	const shown = useTheme();
	useLayoutEffect(() => applyLook({ ...themes?.[shown], ...theme }, widgetColor), [theme, themes, widgetColor, shown]);
	useTellDrawn();
	return (
		<ErrorBoundary renderFallback={(retry) => <Failure retry={retry} />}>
			{ROUTES[route].isPreview ? (
				<View {...params} />
			) : (
				<MainFrame>
					<View {...params} />
				</MainFrame>
			)}
		</ErrorBoundary>
	);
}

/**
 * Two frames later, since the host must not remove what it shows instead before the browser has
 * painted this.
 */
function useTellDrawn() {
	const tell = useSetAtom(postToHost);
	useEffect(() => {
		requestAnimationFrame(() => requestAnimationFrame(() => tell({ event: 'drawn' })));
	}, [tell]);
}

function MainFrame({ children }: { children: ReactNode }) {
	const scroll = useSetAtom(scrollView);
	const route = useAtomValue(routeAtom);
	const frame = useRef<HTMLDivElement>(null);

	// The focus has gone with the view before, and the code of the next may be missing.
	useLayoutEffect(() => {
		if (document.hasFocus() && document.activeElement === document.body) frame.current?.focus();
	}, [route]);

	/** Scroll events do not bubble, so the view's are caught on their way down. */
	function followScroll({ target }: UIEvent) {
		if (target instanceof HTMLElement && target.matches('main')) scroll(target.scrollTop);
	}

	return (
		<div ref={frame} className={styles.frame} tabIndex={-1} onScrollCapture={followScroll}>
			<Header />
			<AlertsView />
			<ConnectionView />
			{children}
			<Overlays />
			<Footer />
		</div>
	);
}

function Failure({ retry }: { retry: () => void }) {
	return (
		<main className={styles.failure}>
			<Loading hasFailed retry={retry} />
		</main>
	);
}

/** The footer of every view except articles, unless the channel hides it. */
function Footer() {
	const { channel, globalConfig } = useAtomValue(widgetPageAtom);
	const { referrerHost } = useAtomValue(hostAtom);
	const isArticle = useAtomValue(routeAtom) === 'article-viewer';
	if (channel.disableBranding || isArticle) return null;
	return <Branding brand={globalConfig} referrerHost={referrerHost} />;
}
