/** The views that an agent does not see at each start. */
import { createLazy } from '#ui/createLazy.tsx';
import { loadLate, loadSignIn } from './common/loadLate.ts';
import { WaitingNote, type WaitingProps } from './common/WaitingNote.tsx';
import styles from './App.module.css';

export const FirstAdministratorView = createLazy(
	async () => (await loadLate(() => import('./settings/firstRun/FirstAdministratorView.tsx'))).FirstAdministratorView,
	WaitingPage,
);
export const FirstPasswordView = createLazy(
	async () => (await loadLate(() => import('./session/views/FirstPasswordView.tsx'))).FirstPasswordView,
	WaitingPage,
);
export const LinkQuestion = createLazy(
	async () => (await loadSignIn(() => import('./session/views/LinkQuestion.tsx'))).LinkQuestion,
	WaitingPage,
);
export const SignInView = createLazy(
	async () => (await loadSignIn(() => import('./session/views/SignInView.tsx'))).SignInView,
	WaitingPage,
);

export const ContactsView = createLazy(
	async () => (await loadLate(() => import('./contacts/ContactsView.tsx'))).ContactsView,
	WaitingNote,
);
export const FirstRunView = createLazy(
	async () => (await loadLate(() => import('./settings/firstRun/FirstRunView.tsx'))).FirstRunView,
	WaitingNote,
);
export const ReportsView = createLazy(
	async () => (await loadLate(() => import('./reports/ReportsView.tsx'))).ReportsView,
	WaitingNote,
);
export const SavedView = createLazy(async () => (await loadLate(() => import('./filters/SavedView.tsx'))).SavedView);
export const SettingsView = createLazy(
	async () => (await loadLate(() => import('./settings/SettingsView.tsx'))).SettingsView,
	WaitingNote,
);

function WaitingPage(props: WaitingProps) {
	return (
		<main className={styles.waiting}>
			<WaitingNote {...props} />
		</main>
	);
}
