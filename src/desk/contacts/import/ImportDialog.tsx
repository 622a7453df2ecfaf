/** Imports contacts from a table: which column is what, how that looks, and what became of it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { AttributeDefinition } from '#protocol/application/attributeDefinitionRoutes.ts';
import { IMPORTED_CONTACTS_MAX } from '#protocol/application/contacts/importColumns.ts';
import { Dialog } from '../../common/dialogs/Dialog.tsx';
import { leaveForm } from '../../common/leaving.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { ProblemBox } from '../../common/ProblemBox.tsx';
import { TextButton } from '../../common/TextButton.tsx';
import { LeaveDialog } from '../../form/LeaveDialog.tsx';
import { useNoteUnsaved } from '../../form/useNoteUnsaved.ts';
import { ColumnMapping, findTwice } from './ColumnMapping.tsx';
import { ImportResult } from './ImportResult.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import { useImport } from './useImport.ts';
import { useImportFields } from './useImportFields.ts';
import styles from './ImportDialog.module.css';

interface Props {
	/** Those of contacts. */
	attributes: readonly AttributeDefinition[];
	onImported: () => void;
	/** Called when it has closed. */
	onClose: () => void;
}

export function ImportDialog({ attributes, onImported, onClose }: Props) {
	const { t, i18n } = useLingui();
	const fields = useImportFields(attributes);
	const { file, columns, preview, busy, progress, problem, report, choose, readAgain, map, begin } = useImport(
		fields,
		onImported,
	);
	const leave = useSetAtom(leaveForm);
	const [shown, setShown] = useState(0);
	const result = useRef<HTMLDivElement>(null);
	const input = useRef<HTMLInputElement>(null);
	useNoteUnsaved(file !== undefined && report === undefined);
	// The button that began it has gone.
	useLayoutEffect(() => {
		if (report) result.current?.focus();
	}, [report]);
	const [done, all] = progress.map((count) => i18n.number(count));
	const max = i18n.number(IMPORTED_CONTACTS_MAX);
	const problems: Record<NonNullable<typeof problem>, string> = {
		'no-table': t`The file cannot be read as a table, or it has no contacts, or too many.`,
		unreachable: t`The server cannot be reached. Check the connection and try again.`,
		'broken-off': t`The connection was lost. What has been imported stays: import the file again, and the rest is added.`,
		failed: t`That did not work. Try again.`,
	};
	return (
		<>
			<Dialog
				// Closed by the browser before the agent is asked, it is opened again where the
				// agent goes on.
				key={shown}
				title={<Trans>Import contacts</Trans>}
				onClose={() => leave({ leave: onClose, stay: () => setShown(shown + 1) })}
			>
				{report ? (
					<div ref={result} className={styles.parts} tabIndex={-1}>
						<ImportResult report={report} fields={fields} />
					</div>
				) : (
					<div className={styles.parts} aria-busy={busy !== undefined}>
						<div className={styles.file}>
							<span className={styles.label}>
								<Trans>CSV file</Trans>
							</span>
							<div className={styles.actions}>
								<OutlinedButton
									describedBy="import-hint"
									isBusy={busy === 'importing'}
									onPress={() => {
										if (busy !== 'importing') input.current?.click();
									}}
								>
									<Trans>Choose a file</Trans>
								</OutlinedButton>
								{file && <bdi>{file.name}</bdi>}
							</div>
							<input
								ref={input}
								type="file"
								hidden
								accept=".csv,.tsv,.txt,text/csv"
								onChange={({ target }) => {
									const [chosen] = target.files ?? [];
									// The same file may be chosen again, when it was changed.
									target.value = '';
									if (chosen) choose(chosen);
								}}
							/>
							<span id="import-hint" className={styles.hint}>
								<Trans>Its first line names the columns. At most {max} contacts.</Trans>
							</span>
						</div>
						{preview && columns && (
							<>
								<ColumnMapping
									headings={preview.headings}
									columns={columns}
									fields={fields}
									isDisabled={busy === 'importing'}
									onChange={map}
								/>
								<PreviewTable preview={preview} fields={fields} isOutdated={busy === 'reading'} />
							</>
						)}
						{busy === 'reading' && !preview && (
							<p role="status">
								<Trans>Loading…</Trans>
							</p>
						)}
						{busy === 'importing' && (
							<div className={styles.progress}>
								<progress max={progress[1] || 1} value={progress[0]} aria-label={t`Import contacts`} />
								{progress[1] > 0 && (
									<span>
										<Trans>
											{done} of {all}
										</Trans>
									</span>
								)}
							</div>
						)}
						{problem && (
							<ProblemBox>
								{problems[problem]}{' '}
								{problem !== 'broken-off' && (
									<TextButton onPress={readAgain}>
										<Trans>Try again</Trans>
									</TextButton>
								)}
							</ProblemBox>
						)}
						{preview && columns && (
							<form
								className={styles.actions}
								onSubmit={(event) => {
									event.preventDefault();
									if (busy === undefined && findTwice(columns).size === 0) begin();
								}}
							>
								<OutlinedButton isMain isBusy={busy !== undefined}>
									<Trans>Import</Trans>
								</OutlinedButton>
							</form>
						)}
					</div>
				)}
			</Dialog>
			<LeaveDialog />
		</>
	);
}
