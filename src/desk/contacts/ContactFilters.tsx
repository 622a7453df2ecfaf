/** Filters the list of contacts, and keeps what was filtered by name. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { OutlinedButton } from '../common/OutlinedButton.tsx';
import { TextButton } from '../common/TextButton.tsx';
import { FilterDialog } from '../filters/FilterDialog.tsx';
import { FilterFinder } from '../filters/FilterFinder.tsx';
import { conditionsOf } from '../filters/savedFilters.ts';
import { chooseContacts, contactViewAtom } from './contactList.ts';
import { dropSegment, loadSegments, segmentsAtom, showSegment, shownSegmentAtom, takeSegment } from './segments.ts';
import styles from './ContactFilters.module.css';

export function ContactFilters() {
	const { t } = useLingui();
	const { conditions, segmentId } = useAtomValue(contactViewAtom);
	const segments = useAtomValue(segmentsAtom);
	const shown = useAtomValue(shownSegmentAtom);
	const load = useSetAtom(loadSegments);
	const show = useSetAtom(showSegment);
	const take = useSetAtom(takeSegment);
	const drop = useSetAtom(dropSegment);
	const choose = useSetAtom(chooseContacts);
	const [dialog, setDialog] = useState<'filter' | 'segments' | 'new' | 'edit'>();
	const close = () => setDialog(undefined);
	const forms = { new: <Trans>New segment</Trans>, edit: <Trans>Edit segment</Trans> };
	const filtering = shown ? conditionsOf(shown) : conditions;
	// Without them the segment has no name until they are chosen from.
	useEffect(() => void load().catch(console.debug), [load]);
	return (
		<>
			<div className={styles.filters} tabIndex={-1}>
				<OutlinedButton onPress={() => setDialog('filter')}>
					<Trans>Filter</Trans>
				</OutlinedButton>
				<OutlinedButton onPress={() => setDialog('segments')}>
					<bdi className={styles.name}>{shown?.name ?? <Trans>Segments</Trans>}</bdi>
				</OutlinedButton>
				{(segmentId !== undefined || conditions) && (
					<>
						{(shown || conditions) && (
							<TextButton onPress={() => setDialog(shown ? 'edit' : 'new')}>
								{shown ? forms.edit : <Trans>Save as segment</Trans>}
							</TextButton>
						)}
						<TextButton onPress={() => void show(undefined)}>
							<Trans>Remove filter</Trans>
						</TextButton>
					</>
				)}
			</div>
			{dialog === 'filter' && (
				<FilterDialog
					title={<Trans>Filter</Trans>}
					filtered="contact"
					filter={undefined}
					conditions={filtering}
					onApplied={(asked) => void choose({ conditions: [...asked], segmentId: undefined })}
					onClose={close}
				/>
			)}
			{dialog === 'segments' && (
				<FilterFinder
					title={t`Segments`}
					forms={forms}
					filters={segments}
					shown={shown}
					load={load}
					onShow={(id) => void show(id)}
					onForm={setDialog}
					onClose={close}
				/>
			)}
			{(dialog === 'new' || dialog === 'edit') && (
				<FilterDialog
					title={forms[dialog]}
					filtered="contact"
					filter={dialog === 'edit' ? shown : undefined}
					conditions={filtering}
					onSaved={take}
					onDeleted={drop}
					onClose={close}
				/>
			)}
		</>
	);
}
