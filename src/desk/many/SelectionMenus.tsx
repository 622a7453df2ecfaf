/** Menus by which selected conversations are changed. What all of them have is marked as chosen. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import type { ReactNode } from 'react';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { labelsAtom } from '../account/account.ts';
import { useAssignable } from '../account/useAssignable.ts';
import { CLOCK, FLAG, PERSON, TAG } from '../common/icons.ts';
import { Menu, type MenuItem } from '../common/Menu.tsx';
import { formatWeekday } from '../common/time.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { LabelDot } from '../conversations/LabelDot.tsx';
import { PriorityMark } from '../conversations/PriorityMark.tsx';
import { PRIORITIES, usePriorityName } from '../conversations/usePriorityName.ts';
import { agentAtom } from '../session/session.ts';
import { snoozeTimes } from '../thread/header/snoozeTimes.ts';
import type { Change } from './changeMany.ts';
import styles from './SelectionBar.module.css';

export interface MenuProps {
	conversations: readonly Conversation[];
	isOpen: boolean;
	onToggle: (isOpen: boolean) => void;
	/** Makes a change that is called so. */
	change: (name: string, what: Change) => void;
}

export function AssignMenu({ conversations, change, ...menu }: MenuProps) {
	const { t } = useLingui();
	const me = useAtomValue(agentAtom);
	const inboxIds = [...new Set(conversations.map(({ inboxId }) => inboxId))];
	const { agents, hasFailed } = useAssignable(inboxIds, menu.isOpen);
	const itemOf = (id: number | undefined, facts: Omit<MenuItem, 'act'>): MenuItem => ({
		...facts,
		id,
		isChosen: conversations.every(({ assignee }) => assignee?.id === id),
		act: () => change(t`Assign`, { fields: { assignee_id: id ?? null } }),
	});
	const items = [
		itemOf(undefined, { name: t({ message: 'Nobody', context: 'assignee' }), mark: <Icon name={PERSON} /> }),
		...(me
			? [itemOf(me.id, { name: t`You`, mark: <Avatar name={me.available_name} url={me.avatar_url} size="tiny" /> })]
			: []),
		...agents
			.filter(({ id }) => id !== me?.id)
			.map(({ id, available_name: name, thumbnail, availability_status }) =>
				itemOf(id, {
					name,
					mark: <Avatar name={name} url={thumbnail} size="tiny" isOnline={availability_status === 'online'} />,
				}),
			),
	];
	const note = hasFailed && (
		<p className={styles.note} role="alert">
			<Trans>This could not be loaded.</Trans>
		</p>
	);
	return <ToolMenu {...menu} name={t`Assign`} icon={PERSON} items={items} note={note} />;
}

export function PriorityMenu({ conversations, change, ...menu }: MenuProps) {
	const { t } = useLingui();
	const nameOf = usePriorityName();
	const items = PRIORITIES.map((one) => ({
		name: nameOf(one),
		mark: one && <PriorityMark priority={one} />,
		isChosen: conversations.every(({ priority }) => priority === one),
		act: () => change(t`Priority`, { fields: { priority: one ?? null } }),
	}));
	return <ToolMenu {...menu} name={t`Priority`} icon={FLAG} items={items} />;
}

export function LabelMenu({ conversations, change, ...menu }: MenuProps) {
	const { t } = useLingui();
	const known = useAtomValue(labelsAtom).map(({ title }) => title);
	const titles = [...new Set([...known, ...conversations.flatMap(({ labels }) => labels)])];
	const items = titles.map((title): MenuItem => {
		const isChosen = conversations.every(({ labels }) => labels.includes(title));
		return {
			name: title,
			mark: <LabelDot title={title} />,
			isChosen,
			act: () => change(t`Labels`, { labels: isChosen ? { remove: [title] } : { add: [title] } }),
		};
	});
	const note = items.length === 0 && (
		<p className={styles.note}>
			<Trans>No results found</Trans>
		</p>
	);
	return <ToolMenu {...menu} name={t`Labels`} icon={TAG} items={items} note={note} />;
}

export function SnoozeMenu({ change, now, isOpen, onToggle }: MenuProps & { now: Date | undefined }) {
	const { t, i18n } = useLingui();
	const times = now && snoozeTimes(now);
	const itemAt = (name: string, time: Date): MenuItem => ({
		name,
		hint: formatWeekday(time, i18n.locale),
		act: () => change(t`Snooze`, { fields: { status: 'snoozed' }, snoozed_until: Math.floor(time.getTime() / 1000) }),
	});
	const items = times
		? [
				itemAt(t`For an hour`, times.hour),
				itemAt(t`Until tomorrow morning`, times.tomorrow),
				itemAt(t`Until next week`, times.week),
			]
		: [];
	return <ToolMenu isOpen={isOpen} onToggle={onToggle} name={t`Snooze`} icon={CLOCK} items={items} />;
}

interface ToolProps extends Pick<MenuProps, 'isOpen' | 'onToggle'> {
	name: string;
	icon: IconName;
	items: readonly MenuItem[];
	note?: ReactNode;
}

function ToolMenu({ icon, ...menu }: ToolProps) {
	return (
		<Menu {...menu}>
			<Icon name={icon} />
		</Menu>
	);
}
