import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useCallback } from 'react';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { DeskForm } from '../../form/DeskForm.tsx';
import { useForm } from '../../form/useForm.ts';
import { SetField } from '../fields/SetField.tsx';
import { useFresh } from '../../common/useFresh.ts';
import { loadAnswering, saveMembers, type Answering } from './members.ts';
import type { WebsiteFormProps } from './websiteForm.ts';

/** Who answers on the website. */
export function PeopleForm({ inbox: { id } }: WebsiteFormProps) {
	const read = useSetAtom(loadAnswering);
	const load = useCallback(() => read(id), [read, id]);
	const { value: answering, ...progress } = useFresh(load);
	return answering ? <MembersForm inboxId={id} answering={answering} /> : <WaitingNote {...progress} />;
}

function MembersForm({ inboxId, answering: { people, memberIds } }: { inboxId: number; answering: Answering }) {
	const { t } = useLingui();
	const save = useSetAtom(saveMembers);
	const form = useForm({
		initial: { user_ids: memberIds },
		save: ({ user_ids }) => save(inboxId, user_ids),
	});
	return (
		<DeskForm form={form}>
			<SetField
				form={form}
				name="user_ids"
				label={t`Team members`}
				hint={
					<Trans comment="The team members who are chosen">
						They reply on this website, and visitors see who of them is online. Administrators can read its
						conversations in any case.
					</Trans>
				}
				options={people.map((person) => [person.id, person.name])}
			/>
		</DeskForm>
	);
}
