/** Attaches files, places and addresses to messages. */
import type { BlobRow } from '../../store/tables/blobRow.ts';
import { Problem } from '../../base/problem.ts';
import { GENERAL_RULES, type FileRules, type Files } from '../../files/files.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { MessageRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

/** An attachment that is no file. */
export type Shared =
	| {
			file_type: 'location';
			coordinates_lat: number;
			coordinates_long: number;
			fallback_title?: string | null | undefined;
	  }
	| { file_type: 'fallback'; data_url: string; fallback_title?: string | null | undefined };

export type Attachable = { file_type: 'file'; blob: BlobRow } | Shared;

/** The files that visitors of the channel may send: none where attachments are switched off. */
export function visitorFileRules({ widget }: Channel): FileRules {
	return {
		types: widget.features.includes('attachments') ? (widget.allowed_file_types ?? GENERAL_RULES.types) : [],
		sizeMax: widget.file_size_max ?? GENERAL_RULES.sizeMax,
	};
}

/**
 * Finds the files of a message before its transaction. Throws a problem for a file that cannot be
 * attached, unless the message turns out to be stored already: then it has its files.
 */
export async function findAttachables(
	files: Files,
	references: readonly (string | Shared)[],
	{ rules, isStored }: { rules?: FileRules; isStored: () => Promise<boolean> },
): Promise<Attachable[]> {
	try {
		return await Promise.all(
			references.map(async (reference) =>
				typeof reference === 'string'
					? { file_type: 'file' as const, blob: await files.findAttachable(reference, rules) }
					: reference,
			),
		);
	} catch (error) {
		if (error instanceof Problem && error.isAboutFile() && (await isStored())) return [];
		throw error;
	}
}

/**
 * Attaches the files within the message's transaction. Throws FILE_NOT_AVAILABLE when another
 * message was faster.
 */
export async function attach(
	store: Repositories,
	message: MessageRow,
	attachables: readonly Attachable[],
): Promise<void> {
	for (const attachable of attachables) {
		const common = { account_id: message.account_id, message_id: message.id, file_type: attachable.file_type };
		switch (attachable.file_type) {
			case 'file':
				if (!(await store.blobs.claim(attachable.blob.id, message.created_at)))
					throw new Problem({ code: 'FILE_NOT_AVAILABLE' });
				await store.attachments.insert({ ...common, blob_id: attachable.blob.id });
				break;
			case 'location':
				await store.attachments.insert({
					...common,
					coordinates_lat: attachable.coordinates_lat,
					coordinates_long: attachable.coordinates_long,
					fallback_title: attachable.fallback_title ?? null,
				});
				break;
			case 'fallback':
				await store.attachments.insert({
					...common,
					external_url: attachable.data_url,
					fallback_title: attachable.fallback_title ?? null,
				});
		}
	}
}
