/** Checks a mail's signature as a receiver does (RFC 6376), in the one form that we send. */
import { createHash, createPublicKey, createVerify } from 'node:crypto';

interface Verified {
	/** The name under which the key is in DNS. */
	name: string;
	isValid: boolean;
}

/** @param record what DNS has under that name */
export function verifyDkim(raw: string, record: string): Verified {
	const [head = '', ...rest] = raw.split('\r\n\r\n');
	const fields = head.split(/\r\n(?![ \t])/).map((field) => {
		const [, name = '', value = ''] = /^([^:]*):([\s\S]*)$/.exec(field) ?? [];
		return { name: name.trim().toLowerCase(), value };
	});
	const signature = fields.find(({ name }) => name === 'dkim-signature')?.value ?? '';
	const { d, s, h = '', b = '', bh, a, c } = tagsOf(signature);
	if (a !== 'rsa-sha256' || c !== 'relaxed/relaxed') throw new Error(`Unexpected form: ${a} ${c}`);
	const unused = [...fields];
	const signed = h.split(':').map((each) => {
		// The last field of a name counts first.
		const index = unused.findLastIndex(({ name }) => name === each.trim().toLowerCase());
		const [field] = index < 0 ? [] : unused.splice(index, 1);
		return field ? `${field.name}:${relax(field.value)}\r\n` : '';
	});
	const own = `dkim-signature:${relax(signature.replace(/([;\s]b\s*=)[^;]*/, '$1'))}`;
	const key = createPublicKey({
		key: Buffer.from(tagsOf(record)['p'] ?? '', 'base64'),
		format: 'der',
		type: 'spki',
	});
	const isSigned = createVerify('RSA-SHA256')
		.update(signed.join('') + own)
		.verify(key, b.replaceAll(/\s/g, ''), 'base64');
	const lines = rest
		.join('\r\n\r\n')
		.replaceAll(/[ \t]+/g, ' ')
		.replaceAll(/ (?=\r\n)/g, '');
	const body = lines.replace(/(?:\r\n)*$/, '\r\n');
	const isWhole = createHash('sha256').update(body).digest('base64') === bh?.replaceAll(/\s/g, '');
	return { name: `${s}._domainkey.${d}`, isValid: isSigned && isWhole };
}

function relax(value: string): string {
	return value.replaceAll(/\s+/g, ' ').trim();
}

function tagsOf(list: string): Partial<Record<string, string>> {
	return Object.fromEntries(
		list.split(';').map((tag) => {
			const [name = '', ...value] = tag.split('=');
			return [name.trim(), value.join('=').trim()];
		}),
	);
}
