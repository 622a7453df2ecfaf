/** Finds conversations, messages and contacts by words, and shows them. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState, type ReactNode } from 'react';
import type { FoundContact, FoundConversation, FoundMessage } from '#protocol/application/searchRoutes.ts';
import { usePlainText } from '#ui/richText/plainText.ts';
import { FinderDialog } from '../common/dialogs/FinderDialog.tsx';
import { formatRecent } from '../common/time.ts';
import { listedConversationsAtom } from '../conversations/list.ts';
import { excerpt, highlight } from './highlight.ts';
import { openContact, openConversation, openMessage } from './openFound.ts';
import type { FoundKind } from './searchEverything.ts';
import { useFound } from './useFound.ts';
import styles from './SearchDialog.module.css';

const LISTED = 8;

interface Props {
	/** Shows something of which the opening may fail. */
	onOpen: (open: () => Promise<unknown>) => void;
	onClose: () => void;
}

export function SearchDialog({ onOpen, onClose }: Props) {
	const { t } = useLingui();
	const [query, setQuery] = useState('');
	const { found, isSearching, hasFailed, ...further } = useFound(query);
	const toConversation = useSetAtom(openConversation);
	const toMessage = useSetAtom(openMessage);
	const toContact = useSetAtom(openContact);
	const { conversations = [], messages = [], contacts = [] } = found ?? {};
	// Before anything is searched, the first of the list.
	const listed = useAtomValue(listedConversationsAtom)
		.slice(0, LISTED)
		.map(({ id, visitor, lastMessage, lastActivityAt }) => ({
			key: `conversation-${id}`,
			content: (
				<Result
					name={visitor.name}
					fact={`#${id}`}
					at={lastActivityAt}
					line={<Words markdown={lastMessage?.content ?? ''} query="" />}
				/>
			),
			choose: () => toConversation(id),
		}));
	const moreOf = (kind: FoundKind) => ({
		key: `more-${kind}`,
		content: further.loading === kind ? <Trans>Loading…</Trans> : <Trans>Show more</Trans>,
		keepsOpen: true,
		choose: () => void further.loadMore(kind),
	});
	const results = [
		{
			kind: 'conversations' as const,
			name: t`Conversations`,
			options: conversations.map((conversation) => ({
				key: `conversation-${conversation.id}`,
				content: <ConversationFound {...conversation} query={query} />,
				choose: () => toConversation(conversation.id),
			})),
		},
		{
			kind: 'messages' as const,
			name: t`Messages`,
			options: messages.map((message) => ({
				key: `message-${message.id}`,
				content: <MessageFound {...message} query={query} />,
				choose: () => onOpen(() => toMessage(message.conversation_id, message.id)),
			})),
		},
		{
			kind: 'contacts' as const,
			name: t`Contacts`,
			options: contacts.map((contact) => ({
				key: `contact-${contact.id}`,
				content: <ContactFound {...contact} query={query} />,
				choose: () => onOpen(() => toContact(contact.id)),
			})),
		},
	]
		.filter(({ options }) => options.length > 0)
		.map(({ kind, name, options }) => ({
			name,
			options: further.unfinished.includes(kind) ? [...options, moreOf(kind)] : options,
		}));
	const groups = query.trim() === '' ? [{ options: listed }] : results;
	return (
		<FinderDialog
			title={t`Search`}
			query={query}
			onQuery={setQuery}
			isSearching={isSearching}
			groups={groups}
			note={query.trim() !== '' && noteOf(isSearching, hasFailed || further.hasMoreFailed, results.length === 0)}
			onClose={onClose}
		/>
	);
}

function noteOf(isSearching: boolean, hasFailed: boolean, isEmpty: boolean): ReactNode {
	if (hasFailed && !isSearching) return <Trans>The search failed.</Trans>;
	if (!isEmpty) return null;
	return isSearching ? <Trans>Loading…</Trans> : <Trans>No results found</Trans>;
}

type With<T> = T & { query: string };

function ConversationFound({ id, contact, message, created_at, query }: With<FoundConversation>) {
	return (
		<Result
			name={<Marked text={contact.name} query={query} />}
			fact={`#${id}`}
			at={message?.created_at ?? created_at}
			line={<Words markdown={message?.content ?? ''} query="" />}
		/>
	);
}

function MessageFound({ conversation_id, content, sender, created_at, query }: With<FoundMessage>) {
	return (
		<Result
			name={sender?.name}
			fact={`#${conversation_id}`}
			at={created_at}
			line={<Words markdown={content ?? ''} query={query} />}
		/>
	);
}

function ContactFound({ name, email, phone_number, query }: With<FoundContact>) {
	const facts = [email, phone_number].filter(Boolean).join(' · ');
	return <Result name={<Marked text={name} query={query} />} line={<Marked text={facts} query={query} />} />;
}

interface ResultProps {
	name: ReactNode;
	fact?: string;
	/** Seconds since the epoch. */
	at?: number;
	line: ReactNode;
}

function Result({ name, fact, at, line }: ResultProps) {
	const { i18n } = useLingui();
	return (
		<span className={styles.result}>
			<span className={styles.head}>
				<bdi className={styles.name}>{name}</bdi>
				<span className={styles.fact}>{fact}</span>
				{at !== undefined && <span className={styles.time}>{formatRecent(at, i18n.locale)}</span>}
			</span>
			<bdi className={styles.line}>{line}</bdi>
		</span>
	);
}

/** A message's words on one line, from shortly before the first that is found. */
function Words({ markdown, query }: { markdown: string; query: string }) {
	return <Parts parts={excerpt(highlight(usePlainText(markdown), query))} />;
}

function Marked({ text, query }: { text: string; query: string }) {
	return <Parts parts={highlight(text, query)} />;
}

function Parts({ parts }: { parts: ReturnType<typeof highlight> }) {
	return parts.map(({ text, isFound }, index) => (isFound ? <mark key={index}>{text}</mark> : text));
}
