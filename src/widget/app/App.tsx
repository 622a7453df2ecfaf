import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { AlertsView } from '../features/alerts/AlertsView.tsx';
import { isInCallAtom } from '../features/calls/calls.ts';
import { channelAtom } from '../features/channel/channel.ts';
import { ConnectionView } from '../features/connection/ConnectionView.tsx';
import { hasEndedAtom } from '../features/conversation/conversation.ts';
import { isAskingToEndAtom } from '../features/conversation/ending.ts';
import { EndNoticeView } from '../features/conversation/EndNoticeView.tsx';
import { HomeView } from '../features/home/HomeView.tsx';
import { MessagesView } from '../features/messages/MessagesView.tsx';
import { UnreadMessagesView } from '../features/unread/UnreadMessagesView.tsx';
import { loadChunk } from '../transport/chunk.ts';
import { applyColors } from '../ui/applyColors.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Loading } from '../ui/Loading.tsx';
import { useLoaded } from '../ui/useLoaded.ts';
import styles from './App.module.css';
import { Header } from './Header.tsx';
import { askToOpen, dismissPreview, startConversation } from './navigate.ts';
import { isPreviewAtom, routeAtom } from './route.ts';

const loadEnding = () => loadChunk(() => import('./Ending.tsx'));
const loadForm = () => loadChunk(() => import('../features/prechat/PrechatView.tsx'));
const loadCall = () => loadChunk(() => import('../features/calls/CallView.tsx'));

export function App() {
	const { widgetColor } = useAtomValue(channelAtom);
	const isPreview = useAtomValue(isPreviewAtom);
	useEffect(() => applyColors(widgetColor), [widgetColor]);
	return (
		<ErrorBoundary renderFallback={(retry) => <TryAgain onRetry={retry} />}>
			{isPreview ? <Preview /> : <MainFrame />}
		</ErrorBoundary>
	);
}

function Preview() {
	const open = useSetAtom(askToOpen);
	const dismiss = useSetAtom(dismissPreview);
	return <UnreadMessagesView onOpen={open} onClose={dismiss} />;
}

function MainFrame() {
	const route = useAtomValue(routeAtom);
	const start = useSetAtom(startConversation);
	const hasEnded = useAtomValue(hasEndedAtom);
	const isEndShown = useAtomValue(isAskingToEndAtom) || hasEnded;
	const isInCall = useAtomValue(isInCallAtom);
	return (
		<div className={styles['frame']}>
			<Header />
			<AlertsView />
			<ConnectionView />
			{route === 'messages' ? (
				<MessagesView>
					<EndNoticeView />
					{isEndShown && <LazyEnding />}
				</MessagesView>
			) : route === 'prechat-form' ? (
				<LazyForm />
			) : (
				<HomeView onStart={() => start()} />
			)}
			{isInCall && <LazyCall />}
		</div>
	);
}

function LazyEnding() {
	const { value, ...rest } = useLoaded(loadEnding);
	return value ? <value.Ending /> : <Loading {...rest} />;
}

function LazyForm() {
	const { value, ...rest } = useLoaded(loadForm);
	return value ? <value.PrechatView /> : <Loading {...rest} />;
}

function LazyCall() {
	const { value, ...rest } = useLoaded(loadCall);
	return value ? <value.CallView /> : <Loading {...rest} />;
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
