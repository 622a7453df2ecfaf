import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { channelAtom } from '../features/channel/channel.ts';
import { ConnectionView } from '../features/connection/ConnectionView.tsx';
import { HomeView } from '../features/home/HomeView.tsx';
import { MessagesView } from '../features/messages/MessagesView.tsx';
import { UnreadMessagesView } from '../features/unread/UnreadMessagesView.tsx';
import { applyColors } from '../ui/applyColors.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import styles from './App.module.css';
import { Header } from './Header.tsx';
import { askToOpen, dismissPreview } from './navigate.ts';
import { isPreviewAtom, replaceRoute, routeAtom } from './route.ts';

export function App() {
	const { widgetColor } = useAtomValue(channelAtom);
	const isPreview = useAtomValue(isPreviewAtom);
	useEffect(() => applyColors(widgetColor), [widgetColor]);
	return <ErrorBoundary Fallback={TryAgain}>{isPreview ? <Preview /> : <MainFrame />}</ErrorBoundary>;
}

function Preview() {
	const open = useSetAtom(askToOpen);
	const dismiss = useSetAtom(dismissPreview);
	return <UnreadMessagesView onOpen={open} onClose={dismiss} />;
}

function MainFrame() {
	const route = useAtomValue(routeAtom);
	const replace = useSetAtom(replaceRoute);
	return (
		<div className={styles['frame']}>
			<Header />
			<ConnectionView />
			{route === 'messages' ? <MessagesView /> : <HomeView onStart={() => replace('messages')} />}
		</div>
	);
}

function TryAgain({ onRetry }: { onRetry: () => void }) {
	const { t } = useLingui();
	return (
		<main className={styles['failure']} role="alert">
			<p>{t`Something went wrong.`}</p>
			<Button kind="quiet" onPress={onRetry}>{t`Try again`}</Button>
		</main>
	);
}
