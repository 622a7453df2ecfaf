import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { EMAIL_REGEX } from 'valibot';
import { NAME_MAX } from '#protocol/base/limits.ts';
import { settingsHref } from '../../common/route.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ChoiceField } from '../fields/ChoiceField.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { NewItem } from '../../form/NewItem.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { SetField } from '../fields/SetField.tsx';
import { useFresh } from '../../common/useFresh.ts';
import { LoginLinkPart } from './LoginLinkPart.tsx';
import {
	displayNameOf,
	loadInboxes,
	removePerson,
	saveInboxes,
	savePerson,
	type Inbox,
	type Person,
	type PersonFacts,
} from './people.ts';

const LIST = settingsHref('people');
const NOBODY = { name: '', displayName: '', email: '', role: 'agent' } as const;

/** Changes or removes a person of the team, or adds one. */
export function PersonPage({ person }: { person: Person | undefined }) {
	const remove = useSetAtom(removePerson);
	const { value: inboxes, ...progress } = useFresh(useSetAtom(loadInboxes));
	const name = person?.name;
	const action = person && (
		<ConfirmButton
			question={<Trans>Delete “{name}”?</Trans>}
			onConfirm={() => remove(person.id)}
			refusal={<Trans>The team needs an administrator.</Trans>}
			next={LIST}
		>
			<Trans comment="One person">They are signed out everywhere. Their messages are kept.</Trans>
		</ConfirmButton>
	);
	return (
		<SettingsPage title={person ? <bdi>{person.name}</bdi> : <NewItem of={<Trans>Agents</Trans>} />} action={action}>
			{inboxes ? <PersonForm person={person} inboxes={inboxes} /> : <WaitingNote {...progress} />}
			{person && <LoginLinkPart person={person} />}
		</SettingsPage>
	);
}

function PersonForm({ person: given, inboxes }: { person: Person | undefined; inboxes: readonly Inbox[] }) {
	const { t } = useLingui();
	const save = useSetAtom(savePerson);
	const assign = useSetAtom(saveInboxes);
	// Known as soon as the server has added the person: another try changes that one, where a later
	// step has failed.
	const [person, setPerson] = useState(given);
	const form = useForm<PersonFacts, number>({
		initial: given ? factsOf(given) : { ...NOBODY, inboxIds: inboxes.map(({ id }) => id) },
		check: ({ name, email }) => ({
			name: name.trim() ? undefined : t`Required`,
			email: EMAIL_REGEX.test(email.trim()) ? undefined : t`Please enter a valid email address`,
		}),
		async save(values) {
			const saved = await save(person, values);
			setPerson(saved);
			await assign(saved, values.inboxIds);
			return saved.id;
		},
		refusals: {
			email: t`This already exists.`,
			user_id: person
				? t`This person is in another team of this server, too: names and email address cannot be changed here.`
				: t`This already exists.`,
			base: t`The team needs an administrator.`,
		},
		// The page of a new person has the link to sign in.
		next: (id) => (given ? LIST : settingsHref('people', id)),
	});
	return (
		<DeskForm form={form} back={LIST}>
			<TextField form={form} name="name" label={t`Full name`} isRequired maxLength={NAME_MAX} />
			{person && <TextField form={form} name="displayName" label={t`Name that visitors see`} maxLength={NAME_MAX} />}
			<TextField form={form} name="email" type="email" label={t`Email address`} isRequired maxLength={NAME_MAX} />
			<ChoiceField
				form={form}
				name="role"
				label={t`Role`}
				options={[
					['agent', t`Agent`],
					['administrator', t`Administrator`],
				]}
			/>
			{form.values.role === 'agent' && (
				<SetField form={form} name="inboxIds" label={t`Websites`} options={inboxes.map(({ id, name }) => [id, name])} />
			)}
		</DeskForm>
	);
}

function factsOf(person: Person): PersonFacts {
	const { name, email, role, inboxIds } = person;
	return { name, displayName: displayNameOf(person), email, role, inboxIds };
}
