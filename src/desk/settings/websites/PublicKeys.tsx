import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { PUBLIC_KEYS_MAX } from '#protocol/base/limits.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { Item, ItemList } from '../parts/ItemList.tsx';
import type { WebsiteFormProps } from './websiteForm.ts';

/** How the key of an elliptic curve begins in PEM; the others are of RSA. */
const CURVE = 'MFkwEwYH';
/** Characters by which an agent recognises a key. */
const END_LENGTH = 12;

type Props = Pick<WebsiteFormProps, 'inbox' | 'save'>;

/**
 * The site's own keys, under which tokens prove its users: they are added and removed one at a
 * time.
 */
export function PublicKeys({ inbox, save }: Props) {
	const keys = inbox.identity_public_keys;
	// With each key that is added, and with no other change, the form begins empty again.
	const [added, setAdded] = useState(0);
	const add: Props['save'] = async (change, etag) => {
		const saved = await save(change, etag);
		setAdded((count) => count + 1);
		return saved;
	};
	return (
		<>
			<ItemList>
				{keys.map((key) => {
					const name = nameOf(key);
					return (
						<Item
							key={key}
							title={<bdi dir="ltr">{name}</bdi>}
							action={
								<ConfirmButton
									question={<Trans>Delete “{name}”?</Trans>}
									onConfirm={() => save({ identity_public_keys: keys.filter((other) => other !== key) }, inbox.etag)}
								/>
							}
						/>
					);
				})}
			</ItemList>
			{keys.length < PUBLIC_KEYS_MAX && <NewKeyForm key={added} inbox={inbox} save={add} />}
		</>
	);
}

function NewKeyForm({ inbox, save }: Props) {
	const { t } = useLingui();
	const form = useForm({
		initial: { identity_public_keys: '' },
		check: ({ identity_public_keys: key }) => ({ identity_public_keys: key.trim() === '' ? t`Required` : undefined }),
		etag: inbox.etag,
		save: ({ identity_public_keys: key }, etag) =>
			save({ identity_public_keys: [...inbox.identity_public_keys, key] }, etag),
	});
	return (
		<DeskForm form={form} action={<Trans>Add</Trans>}>
			<TextField
				form={form}
				name="identity_public_keys"
				label={t`New key`}
				hint={t`With the private half, your server signs tokens that expire. RSA with at least 2048 bits, or P-256, as PEM or JWK.`}
				rows={4}
				isCode
			/>
		</DeskForm>
	);
}

/** Its algorithm, and how it ends. */
function nameOf(pem: string): string {
	const text = pem.replaceAll(/-----[^-]+-----|\s/g, '');
	return `${text.startsWith(CURVE) ? 'ES256' : 'RS256'} …${text.slice(-END_LENGTH)}`;
}
