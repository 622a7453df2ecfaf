import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { ARTICLE_MAX, ARTICLE_PICTURE_SIZE_MAX, AVATAR_TYPES } from '#protocol/base/limits.ts';
import { useFileSize } from '#ui/attachments/useFileSize.ts';
import { useRefusalText } from '#ui/attachments/useRefusalText.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { TextField } from '../../form/TextField.tsx';
import type { Form } from '../../form/useForm.ts';
import { findRefusal, insertPicture } from './articlePicture.ts';
import styles from './ArticleTextField.module.css';
import { PictureDialog } from './PictureDialog.tsx';

/** The Markdown of an article, into which pictures are chosen, pasted or dropped. */
export function ArticleTextField<T extends { content: string }>({ form }: { form: Form<T> }) {
	const { t } = useLingui();
	const id = useId();
	const limit = useFileSize()(ARTICLE_PICTURE_SIZE_MAX);
	const refusal = useRefusalText(ARTICLE_PICTURE_SIZE_MAX);
	const place = useRef<HTMLDivElement>(null);
	const input = useRef<HTMLInputElement>(null);
	const [file, setFile] = useState<File>();
	const [refused, setRefused] = useState<ReturnType<typeof findRefusal>>();
	/** Where the caret goes once the text with the picture is drawn. */
	const [caret, setCaret] = useState<{ at: number }>();
	const textArea = () => place.current?.querySelector('textarea');
	useLayoutEffect(() => {
		if (!caret) return;
		textArea()?.focus();
		textArea()?.setSelectionRange(caret.at, caret.at);
	}, [caret]);
	const take = (chosen: File): void => {
		const reason = findRefusal(chosen);
		setRefused(reason);
		if (reason === undefined) setFile(chosen);
	};
	const add = (markdown: string): void => {
		const { selectionStart = 0, selectionEnd = 0 } = textArea() ?? {};
		const changed = insertPicture(form.values.content, [selectionStart, selectionEnd], markdown);
		form.change({ content: changed.text } as Partial<T>);
		setFile(undefined);
		setCaret({ at: changed.caret });
	};
	/** Takes the first file, unless there is text as well, which people mean then. */
	const takeFrom = (event: { preventDefault: () => void }, { files, types }: DataTransfer): void => {
		const [first] = files;
		if (!first || types.includes('text/plain')) return;
		event.preventDefault();
		take(first);
	};
	return (
		<div
			ref={place}
			className={styles.field}
			onPaste={(event) => takeFrom(event, event.clipboardData)}
			onDragOver={(event) => {
				if (event.dataTransfer.types.includes('Files')) event.preventDefault();
			}}
			onDrop={(event) => takeFrom(event, event.dataTransfer)}
		>
			<TextField
				// The name is one of the form's, whatever else that has.
				form={form as unknown as Form<{ content: string }>}
				name="content"
				label={t`Article text`}
				hint={t`In Markdown: # headings, **bold**, lists, tables, links and pictures.`}
				isRequired
				rows={16}
				maxLength={ARTICLE_MAX}
			/>
			<div className={styles.add}>
				<OutlinedButton
					describedBy={`${id}-limit ${id}-refusal`}
					isInvalid={refused !== undefined}
					onPress={() => input.current?.click()}
				>
					<Trans>Add a picture</Trans>
				</OutlinedButton>
				<span id={`${id}-limit`} className={styles.limit}>
					<Trans>PNG, JPEG, GIF or WebP, up to {limit}.</Trans>
				</span>
				<p id={`${id}-refusal`} className={styles.refusal} role="alert">
					{refused && refusal(refused)}
				</p>
			</div>
			<input
				ref={input}
				name="picture"
				type="file"
				hidden
				accept={AVATAR_TYPES.join()}
				onChange={({ target }) => {
					const [chosen] = target.files ?? [];
					// Otherwise the browser would not report the same file when it is chosen again.
					target.value = '';
					if (chosen) take(chosen);
				}}
			/>
			{file && <PictureDialog file={file} onAdd={add} onClose={() => setFile(undefined)} />}
		</div>
	);
}
