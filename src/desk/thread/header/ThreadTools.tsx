/**
 * What an agent does with a conversation as a whole: assign it, rate its urgency, label it, put it
 * off, and the rest in a menu.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { labelsAtom, teamsAtom } from '../../account/account.ts';
import { useAssignable } from '../../account/useAssignable.ts';
import { attempt } from '../../common/attempt.ts';
import { CLOCK, FLAG, PEOPLE, PERSON, TAG } from '../../common/icons.ts';
import { Menu, type MenuItem } from '../../common/Menu.tsx';
import { LIST_HREF } from '../../common/route.ts';
import { formatWeekday } from '../../common/time.ts';
import {
	assign,
	assignTeam,
	markUnread,
	setBlocked,
	setPriority,
	setStatus,
	tickedLabelsAtom,
	toggleLabel,
} from '../../conversations/changes.ts';
import type { Conversation } from '../../conversations/conversation.ts';
import { LabelDot } from '../../conversations/LabelDot.tsx';
import { PriorityMark } from '../../conversations/PriorityMark.tsx';
import { PRIORITIES, usePriorityName } from '../../conversations/usePriorityName.ts';
import { agentAtom } from '../../session/session.ts';
import { snoozeTimes } from './snoozeTimes.ts';
import { menuOpenedAtAtom, openMenu, openMenuAtom, perform, type ThreadMenu } from '../model/threadMenus.ts';
import styles from './ThreadTools.module.css';

interface Props {
	conversation: Conversation;
}

export function ThreadTools({ conversation }: Props) {
	return (
		<div className={styles.tools}>
			<AssignMenu conversation={conversation} />
			<TeamMenu conversation={conversation} />
			<PriorityMenu conversation={conversation} />
			<LabelMenu conversation={conversation} />
			<SnoozeMenu conversation={conversation} />
			<MoreMenu conversation={conversation} />
		</div>
	);
}

function AssignMenu({ conversation: { id, inboxId, assignee } }: Props) {
	const { t } = useLingui();
	const menu = useMenu('assign');
	const me = useAtomValue(agentAtom);
	const { agents, hasFailed } = useAssignable([inboxId], menu.isOpen);
	const set = useSetAtom(assign);
	const change = useChange(id);
	const others = agents.filter((agent) => agent.id !== me?.id);
	const itemOf = (agentId: number | undefined, facts: Omit<MenuItem, 'act'>): MenuItem => ({
		...facts,
		id: agentId,
		isChosen: assignee?.id === agentId,
		act: () => change(() => set(id, agentId)),
	});
	const items = [
		itemOf(undefined, { name: t({ message: 'Nobody', context: 'assignee' }), mark: <Icon name={PERSON} /> }),
		...(me ? [itemOf(me.id, { name: t`You`, mark: <Face name={me.available_name} url={me.avatar_url} /> })] : []),
		...others.map((agent) =>
			itemOf(agent.id, {
				name: agent.available_name,
				mark: (
					<Face name={agent.available_name} url={agent.thumbnail} isOnline={agent.availability_status === 'online'} />
				),
			}),
		),
	];
	return (
		<Menu
			{...menu}
			name={t`Assign`}
			value={assignee?.name}
			items={items}
			note={
				hasFailed && (
					<p className={styles.note} role="alert">
						<Trans>This could not be loaded.</Trans>
					</p>
				)
			}
		>
			{assignee ? (
				<>
					<Face name={assignee.name} url={assignee.thumbnail} />
					<bdi className={styles.word}>{assignee.name}</bdi>
				</>
			) : (
				<Tool icon={PERSON} name={t`Assign`} />
			)}
		</Menu>
	);
}

/** Only where there are teams. */
function TeamMenu({ conversation: { id, team } }: Props) {
	const { t } = useLingui();
	const menu = useMenu('team');
	const set = useSetAtom(assignTeam);
	const change = useChange(id);
	const teams = useAtomValue(teamsAtom);
	const items = [undefined, ...teams].map((one) => ({
		name: one?.name ?? t`No team`,
		isChosen: one?.id === team?.id,
		act: () => change(() => set(id, one)),
	}));
	return (
		items.length > 1 && (
			<Menu {...menu} name={t`Team`} value={team?.name} items={items}>
				<Tool icon={PEOPLE} name={team?.name ?? t`Team`} />
			</Menu>
		)
	);
}

/** What the button of a menu shows. */
function Tool({ icon, name }: { icon: IconName; name: string }) {
	return (
		<>
			<Icon name={icon} />
			<bdi className={styles.word}>{name}</bdi>
		</>
	);
}

function Face(props: { name: string; url: string; isOnline?: boolean }) {
	return <Avatar {...props} size="tiny" />;
}

function PriorityMenu({ conversation: { id, priority } }: Props) {
	const { t } = useLingui();
	const nameOf = usePriorityName();
	const set = useSetAtom(setPriority);
	const change = useChange(id);
	const items = PRIORITIES.map((one) => ({
		name: nameOf(one),
		mark: one && <PriorityMark priority={one} />,
		isChosen: one === priority,
		act: () => change(() => set(id, one)),
	}));
	return (
		<Menu {...useMenu('priority')} name={t`Priority`} value={priority && nameOf(priority)} items={items}>
			{priority ? (
				<>
					<PriorityMark priority={priority} />
					<span className={styles.word}>{nameOf(priority)}</span>
				</>
			) : (
				<Tool icon={FLAG} name={t`Priority`} />
			)}
		</Menu>
	);
}

function LabelMenu({ conversation }: Props) {
	const { id } = conversation;
	const labels = useAtomValue(tickedLabelsAtom)(conversation);
	const { t } = useLingui();
	const known = useAtomValue(labelsAtom);
	const isAdministrator = useAtomValue(agentAtom)?.role === 'administrator';
	const toggle = useSetAtom(toggleLabel);
	const open = useSetAtom(openMenu);
	const change = useChange(id);
	const titles = [...new Set([...known.map(({ title }) => title), ...labels])];
	const items: MenuItem[] = titles.map((title) => ({
		name: title,
		mark: <LabelDot title={title} />,
		isChosen: labels.includes(title),
		isOneOfMany: true,
		act: () => change(() => toggle(id, title)),
	}));
	if (isAdministrator) items.push({ name: t`Add label`, act: () => open('label-dialog') });
	const none = items.length === 0 && (
		<p className={styles.note}>
			<Trans>No results found</Trans>
		</p>
	);
	return (
		<Menu {...useMenu('labels')} name={t`Labels`} items={items} note={none}>
			<Tool icon={TAG} name={t`Labels`} />
		</Menu>
	);
}

function SnoozeMenu({ conversation: { id, status } }: Props) {
	const { t, i18n } = useLingui();
	const set = useSetAtom(setStatus);
	const open = useSetAtom(openMenu);
	const change = useChange(id);
	const menu = useMenu('snooze');
	const times = snoozeTimes(useAtomValue(menuOpenedAtAtom));
	const itemAt = (name: string, time: Date): MenuItem => ({
		name,
		hint: formatWeekday(time, i18n.locale),
		act: () => change(() => set(id, 'snoozed', Math.floor(time.getTime() / 1000))),
	});
	const items = [
		...(status === 'snoozed' ? [{ name: t`End snooze now`, act: () => change(() => set(id, 'open')) }] : []),
		itemAt(t`For an hour`, times.hour),
		itemAt(t`Until tomorrow morning`, times.tomorrow),
		itemAt(t`Until next week`, times.week),
		{ name: t`Choose a date and time`, act: () => open('snooze-dialog') },
	];
	return (
		<Menu {...menu} name={t`Snooze`} items={items}>
			<Tool icon={CLOCK} name={t`Snooze`} />
		</Menu>
	);
}

function MoreMenu({ conversation: { id, status, visitor } }: Props) {
	const { t } = useLingui();
	const resolve = useSetAtom(setStatus);
	const unread = useSetAtom(markUnread);
	const block = useSetAtom(setBlocked);
	const tryTo = useSetAtom(attempt);
	const change = useChange(id);
	const items: MenuItem[] = [
		{
			name: t`Mark as unread`,
			act: () => {
				// The conversation that is shown would be read again at once. Its header goes, and
				// could not say that it failed.
				location.hash = LIST_HREF;
				void tryTo(() => unread(id));
			},
		},
		...(status === 'pending' || status === 'snoozed'
			? [{ name: t`Resolve`, act: () => change(() => resolve(id, 'resolved')) }]
			: []),
		{
			name: visitor.blocked ? t`Unblock visitor` : t`Block visitor`,
			act: () => change(() => block(id, !visitor.blocked)),
		},
	];
	return (
		<Menu {...useMenu('more')} name={t`More options`} items={items}>
			<Icon name="more" />
		</Menu>
	);
}

/** Whether this menu of the header is open, and what opens and closes it. */
function useMenu(menu: ThreadMenu) {
	const isOpen = useAtomValue(openMenuAtom) === menu;
	const open = useSetAtom(openMenu);
	return { isOpen, onToggle: (wished: boolean) => open(wished ? menu : undefined) };
}

/** Answers a function that makes a change of the conversation. */
function useChange(id: number) {
	const make = useSetAtom(perform);
	return (change: () => Promise<void>) => void make(id, change);
}
