import { FRAME_FOLDERS, PAGE_FOLDERS } from '../server/language/chatFolders.ts';

/**
 * The programs that a browser loads, and the folders and files whose texts each shows, so that no
 * program's catalogue has the texts of another. `later` is the part of the chat that few visitors
 * see, `signIn` what an agent sees who is not signed in, and `deskLater` what agents do not see at
 * each start: their code is loaded on use, and their texts with it.
 */
export const PIECES = {
	host: PAGE_FOLDERS,
	widget: FRAME_FOLDERS,
	later: [
		'src/widget/app/header/Ending.tsx',
		'src/widget/app/header/HeaderMenu.tsx',
		'src/widget/app/visitor/signOut.ts',
		'src/widget/features/articles/ArticleOffers.tsx',
		'src/widget/features/changes/ChangeMenu.tsx',
		'src/widget/features/changes/DeleteQuestion.tsx',
		'src/widget/features/changes/EditForm.tsx',
		'src/widget/features/changes/MessageChange.tsx',
		'src/widget/features/changes/MessageReaction.tsx',
		'src/widget/features/changes/deleteOwnMessage.ts',
		'src/widget/features/changes/sendReaction.ts',
		'src/widget/features/changes/describeChangeFailure.ts',
		'src/widget/features/changes/editOwnMessage.ts',
		...[
			'AnswerForm',
			'ArticlesBody',
			'CallBody',
			'CardsBody',
			'CsatBody',
			'EmailBody',
			'FormBody',
			'Question',
			'RichKind',
			'SelectBody',
		].map((name) => `src/widget/features/kinds/${name}.tsx`),
		'src/widget/features/notices/askForNotices.ts',
		'src/widget/features/sending/prepareDraft.ts',
		'src/widget/features/transcript',
		'src/widget/features/voice/VoiceRecorder.tsx',
		'src/widget/screens/articles',
		'src/widget/screens/calls',
		'src/widget/screens/captcha',
		'src/widget/screens/conversation/AwayComposer.tsx',
		'src/widget/screens/conversation/ComposerCount.tsx',
		'src/widget/screens/conversation/EarlierMessagesView.tsx',
		'src/widget/screens/conversation/EndActionsView.tsx',
		'src/widget/screens/conversation/LeaveMessageForm.tsx',
		'src/widget/screens/history',
		'src/widget/features/emailCode',
		'src/widget/screens/home/ArticleSearch.tsx',
		'src/widget/screens/home/EmailCodeView.tsx',
		'src/widget/screens/home/HomeMoreView.tsx',
		'src/widget/screens/home/PopularArticlesView.tsx',
		'src/widget/screens/transcript',
	],
	desk: ['src/desk', 'src/ui'],
	signIn: [
		'LinkQuestion',
		'PasswordField',
		'PasswordForm',
		'SessionForm',
		'ShowPassword',
		'SignInView',
		'TokenForm',
	].map((name) => `src/desk/session/views/${name}.tsx`),
	deskLater: [
		'src/desk/bell/NotificationListDialog.tsx',
		'src/desk/bell/NotificationRow.tsx',
		'src/desk/commands/CommandDialog.tsx',
		'src/desk/commands/ShortcutsDialog.tsx',
		'src/desk/contacts',
		'src/desk/filters',
		'src/desk/form/Rows.tsx',
		'src/desk/many',
		'src/desk/notifications/NotificationsDialog.tsx',
		'src/desk/reports',
		'src/desk/search',
		'src/desk/session/views',
		'src/desk/settings',
		'src/desk/thread/compose',
		'src/desk/thread/contact/Followers.tsx',
		'src/desk/thread/header/LabelDialog.tsx',
		'src/desk/thread/header/SnoozeDialog.tsx',
		...['DeleteContact', 'EditContact', 'Merge', 'Revoke'].map((name) => `src/desk/thread/contact/${name}Dialog.tsx`),
	],
	survey: ['src/survey', 'src/ui'],
} as const;

export type Piece = keyof typeof PIECES;

/** The pieces that are loaded on use, and the program that loads each. */
export const LOADED_ON_USE: Partial<Record<Piece, Piece>> = {
	later: 'widget',
	signIn: 'desk',
	deskLater: 'desk',
};

/**
 * Every folder with texts. The server is not a piece: it reads its texts from the catalogue files
 * directly.
 */
export const TEXT_FOLDERS = [...new Set<string>(Object.values(PIECES).flat()), 'src/server'];

export function isPiece(name: string): name is Piece {
	return Object.hasOwn(PIECES, name);
}

/** The pieces that show the texts of a file, or of a folder. */
export function piecesShowing(path: string): Piece[] {
	const pieces = Object.keys(PIECES)
		.filter(isPiece)
		.filter((piece) => PIECES[piece].some((folder) => `${path}/`.startsWith(`${folder}/`)));
	const onUse = pieces.filter((piece) => piece in LOADED_ON_USE);
	return onUse.length > 0 ? onUse : pieces;
}
