import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { focusWhenEntered } from '#ui/focusWhenEntered.ts';
import { useTheme } from '#ui/useTheme.ts';
import styles from './ArticleView.module.css';
import { portalAtom, portalPath } from '../../features/articles/portal.ts';
import { hostAtom, postToHost } from '../../features/host/host.ts';

/** A page of the help centre that has not loaded after this long has failed. */
export const ARTICLE_TIMEOUT = 20_000;

interface Props {
	/** Path of the page, from the hash. */
	link?: string | undefined;
	/** The reader has followed a link to another page of the help centre. */
	onMove: (link: string) => void;
}

/** Route `/article`: a page of the help centre in a frame. */
export function ArticleView({ link, onMove }: Props) {
	const { t } = useLingui();
	const portal = useAtomValue(portalAtom);
	const path = portalPath(link, portal);
	const theme = useTheme();
	const [firstTheme] = useState(theme);
	/**
	 * `source`: the address that the frame was given; the reader may have moved on to `path` since.
	 */
	const [place, setPlace] = useState({ path, source: path, attempt: 1 });
	const [state, setState] = useState<'loading' | 'shown' | 'failed'>(path === undefined ? 'failed' : 'loading');
	const [title, setTitle] = useState('');
	const view = useRef<HTMLElement>(null);
	const frame = useRef<HTMLIFrameElement>(null);
	const { isOpen } = useAtomValue(hostAtom);
	const post = useSetAtom(postToHost);
	/** The article that the page was told of last: the panel may close over it, and open again. */
	const told = useRef<string>(undefined);

	const applyTheme = useCallback(() => {
		const root = state === 'shown' && frame.current?.contentDocument?.documentElement;
		if (root) root.dataset['theme'] = theme;
	}, [state, theme]);

	// Also when the button to try again has disappeared.
	useEffect(() => focusWhenEntered(view.current), [place.attempt]);
	useEffect(applyTheme, [applyTheme]);
	// What is drawn ahead in a closed panel is shown once that opens.
	const [, slug] = (state === 'shown' && isOpen && /^\/hc\/[^/]+\/articles\/([^/]+)/.exec(place.path ?? '')) || [];
	useEffect(() => {
		if (slug === undefined || slug === told.current) return;
		told.current = slug;
		post({ event: 'happened', name: 'article-shown', detail: { slug: decodeURIComponent(slug) } });
	}, [slug, post]);
	useEffect(() => {
		if (state !== 'loading') return;
		const timer = setTimeout(() => setState('failed'), ARTICLE_TIMEOUT);
		return () => clearTimeout(timer);
	}, [state, place.attempt]);

	if (path !== place.path) open(path);

	function open(next: string | undefined) {
		setPlace({ path: next, source: next, attempt: place.attempt + 1 });
		setState(next === undefined ? 'failed' : 'loading');
	}

	function handleLoad() {
		if (!frame.current) return;
		const shown = portalPath(loadedPath(frame.current), portal);
		if (shown === undefined) {
			// It goes with the frame.
			if (document.activeElement === frame.current) view.current?.focus({ preventScroll: true });
			return setState('failed');
		}
		setState('shown');
		setTitle(frame.current.contentDocument?.title ?? '');
		passEscapeOn(frame.current);
		applyTheme();
		if (shown === place.path) return;
		setPlace({ ...place, path: shown });
		onMove(shown);
	}

	return (
		<main ref={view} className={styles.view} tabIndex={-1}>
			{state === 'failed' && (
				<div className={styles.failure} role="alert">
					<p>{t`There was an error loading the article, please refresh the page and try again.`}</p>
					{path !== undefined && <Button kind="quiet" onPress={() => open(path)}>{t`Try again`}</Button>}
				</div>
			)}
			{state === 'loading' && <Skeleton label={t`Loading the article`} />}
			{place.source !== undefined && state !== 'failed' && (
				<iframe
					key={place.attempt}
					ref={frame}
					className={styles.frame}
					data-shown={state === 'shown' || undefined}
					title={title || t`Article`}
					src={`${place.source}?show_plain_layout=true&theme=${firstTheme}`}
					onLoad={handleLoad}
				/>
			)}
		</main>
	);
}

/** Lets Escape close the chat while the focus is in the article's page. */
function passEscapeOn(frame: HTMLIFrameElement): void {
	frame.contentDocument?.addEventListener('keydown', ({ key, isComposing }) => {
		if (key === 'Escape' && !isComposing) frame.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
	});
}

function Skeleton({ label }: { label: string }) {
	return (
		<div className={styles.skeleton} role="status">
			<span data-visually-hidden>{label}</span>
			<span className={styles.heading} />
			{LINES.map((line) => (
				<span key={line} className={styles.line} />
			))}
		</div>
	);
}

const LINES = [0, 1, 2, 3, 4, 5];

/**
 * The path of the page that a frame of ours shows, or undefined when it shows an error. Browsers
 * fire no `error` event for frames. The error page that a browser shows instead is of another
 * origin, so its document cannot be accessed; a page of our server tells its status by its
 * performance entry. So no page is requested twice, and no view is counted twice.
 */
function loadedPath(frame: HTMLIFrameElement): string | undefined {
	try {
		const page = frame.contentWindow;
		// Older Safari does not tell the status: there, the text of our server's error page is
		// compared.
		const [navigation] = (page?.performance.getEntriesByType('navigation') ?? []) as PerformanceNavigationTiming[];
		return (navigation?.responseStatus ?? 200) < 400 ? page?.location.pathname : undefined;
	} catch {
		// The document is of another origin: our page failed to load.
		return undefined;
	}
}
