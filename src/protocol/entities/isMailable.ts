/** Whom the server mails without being asked to; the desk says so before. */

interface Addressee {
	email: string | null;
	identifier: string | null;
	blocked: boolean;
	/** Whether no mail goes to the address, since its owner or its mail server refuses it. */
	isRefused: boolean;
}

interface Sessions {
	/** Whether it is proven that the session is the contact's. */
	isProven: boolean;
	/** How many sessions the contact has with it. */
	count: number;
}

/**
 * Whether a conversation of the session may go to the contact's address. An identifier that is only
 * claimed is shared by all who claim it, and each of them may have given the address, so the
 * conversation of one session must not go there where others exist.
 */
export function isMailable(
	{ email, identifier, blocked, isRefused }: Addressee,
	{ isProven, count }: Sessions,
): boolean {
	return email !== null && !blocked && !isRefused && (identifier === null || isProven || count === 1);
}
