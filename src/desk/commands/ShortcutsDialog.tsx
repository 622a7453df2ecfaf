/** Lists the keys of the desk. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { CheckboxField } from '#ui/form/CheckboxField.tsx';
import { Dialog } from '../common/dialogs/Dialog.tsx';
import { chooseGoingOn, goesOnAtom } from '../conversations/resolve.ts';
import { actionsAtom } from './actions.ts';
import { CommandKeyCap, KeyCap } from './KeyCap.tsx';
import { chooseSingleKeys, hasSingleKeysAtom } from './shortcuts.ts';
import { useGroupName } from './useGroupName.ts';
import styles from './ShortcutsDialog.module.css';

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
	const { t } = useLingui();
	const actions = useAtomValue(actionsAtom);
	const hasSingleKeys = useAtomValue(hasSingleKeysAtom);
	const choose = useSetAtom(chooseSingleKeys);
	const goesOn = useAtomValue(goesOnAtom);
	const chooseNext = useSetAtom(chooseGoingOn);
	const nameOf = useGroupName();
	const groups = [...new Set(actions.map(({ group }) => group))];
	return (
		<Dialog title={<Trans>Keyboard shortcuts</Trans>} onClose={onClose}>
			<CheckboxField
				name="single-keys"
				label={t`Shortcuts with a single key, outside of text fields`}
				isRequired={false}
				value={hasSingleKeys ? 'true' : ''}
				error={undefined}
				onType={(value) => choose(value === 'true')}
			/>
			<CheckboxField
				name="going-on"
				label={t`After resolving, open the next conversation`}
				isRequired={false}
				value={goesOn ? 'true' : ''}
				error={undefined}
				onType={(value) => chooseNext(value === 'true')}
			/>
			<dl className={styles.row}>
				<dt>
					<Trans>Commands</Trans>
				</dt>
				<dd>
					<CommandKeyCap name="k" />
				</dd>
			</dl>
			<div className={styles.groups}>
				{groups.map((group) => (
					<section key={group}>
						<h3 className={styles.title}>{nameOf(group)}</h3>
						<dl>
							{actions
								.filter((action) => action.group === group)
								.map(({ id, name, key }) => (
									<div key={id} className={styles.row}>
										<dt>{name}</dt>
										<dd>
											<KeyCap name={key} />
										</dd>
									</div>
								))}
						</dl>
					</section>
				))}
			</div>
		</Dialog>
	);
}
