/**
 * The agent's own menu: whether they are there, how this device tells them of messages, the
 * password, and the way out.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useId, useRef, useState, type ReactNode } from 'react';
import type { Availability, Profile } from '#protocol/entities/entities.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { useDismiss } from '#ui/useDismiss.ts';
import { leaveForm } from './common/leaving.ts';
import { MenuEntry, MenuLabel, MenuSurface } from './common/MenuParts.tsx';
import { PlainButton } from './common/PlainButton.tsx';
import { openDeskDialog, type DeskDialog } from './common/openDialog.ts';
import { VisuallyHidden } from './common/VisuallyHidden.tsx';
import { availabilityAtom, chooseAvailability } from './session/availability.ts';
import { signOut } from './session/session.ts';
import styles from './AgentMenu.module.css';

export function AgentMenu({ agent }: { agent: Profile }) {
	const id = useId();
	const [isOpen, setOpen] = useState(false);
	const openDialog = useSetAtom(openDeskDialog);
	const place = useDismiss<HTMLDivElement>(isOpen, () => setOpen(false));
	const button = useRef<HTMLButtonElement>(null);
	const availability = useAtomValue(availabilityAtom);
	const names = useAvailabilityNames();
	const leave = useSetAtom(leaveForm);
	const end = useSetAtom(signOut);
	const show = (wished: DeskDialog) => {
		// The dialog returns the focus to what has it now, and the menu is hidden by then.
		button.current?.focus();
		setOpen(false);
		openDialog(wished);
	};
	return (
		<div ref={place} className={styles.place}>
			<PlainButton
				ref={button}
				className={styles.button}
				title={agent.available_name}
				aria-expanded={isOpen}
				aria-controls={id}
				onClick={() => setOpen(!isOpen)}
			>
				<span className={styles.face}>
					<Avatar name={agent.available_name} url={agent.avatar_url} size="small" />
					<span className={styles.dot} data-availability={availability} />
				</span>
				<span className={styles.name}>
					<bdi>{agent.available_name}</bdi>
				</span>
				{availability && <VisuallyHidden> {names[availability]}</VisuallyHidden>}
			</PlainButton>
			<MenuSurface id={id} className={styles.menu} hidden={!isOpen}>
				<AvailabilityChoice names={names} />
				<MenuEntry aria-haspopup="dialog" onClick={() => show('notifications')}>
					<Trans>Sounds and notifications</Trans>
				</MenuEntry>
				<MenuEntry aria-haspopup="dialog" onClick={() => show('password')}>
					<Trans>Password</Trans>
				</MenuEntry>
				<MenuEntry aria-haspopup="dialog" onClick={() => show('shortcuts')}>
					<Trans>Keyboard shortcuts</Trans>
				</MenuEntry>
				<MenuEntry onClick={() => leave({ leave: end, stay: () => {} })}>
					<Trans>Sign out</Trans>
				</MenuEntry>
			</MenuSurface>
		</div>
	);
}

type Names = Record<Availability, string>;

function useAvailabilityNames(): Names {
	const { t } = useLingui();
	return { online: t`Online`, busy: t`Busy`, offline: t`Offline` };
}

function AvailabilityChoice({ names }: { names: Names }) {
	const { t } = useLingui();
	const chosen = useAtomValue(availabilityAtom);
	const choose = useSetAtom(chooseAvailability);
	const [problem, setProblem] = useState<ReactNode>();
	const change = async (availability: Availability): Promise<void> => {
		setProblem(undefined);
		try {
			await choose(availability);
		} catch {
			setProblem(<Trans>That did not work. Try again.</Trans>);
		}
	};
	return (
		<fieldset className={styles.choices}>
			<legend>
				<VisuallyHidden>{t`Availability`}</VisuallyHidden>
			</legend>
			{(Object.keys(names) as Availability[]).map((availability) => (
				<MenuLabel key={availability}>
					<input
						type="radio"
						name="availability"
						checked={availability === chosen}
						onChange={() => void change(availability)}
					/>
					<span className={styles.dot} data-availability={availability} />
					{names[availability]}
				</MenuLabel>
			))}
			{problem && (
				<p className={styles.problem} role="alert">
					{problem}
				</p>
			)}
		</fieldset>
	);
}
