import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes files that the visitor pastes or drops anywhere on the page. Answers whether the visitor is
 * dragging files over it.
 */
export function useFilesBroughtIn(onFiles: (files: File[]) => void): boolean {
	const [isHovered, setIsHovered] = useState(false);

	const take = useEffectEvent((files: FileList) => {
		onFiles([...files]);
	});

	useEffect(() => {
		// Counts the entered elements, since the pointer enters the next element before it leaves
		// the last.
		let depth = 0;
		const controller = new AbortController();
		const { signal } = controller;
		const on = <T extends 'dragenter' | 'dragover' | 'dragleave' | 'drop'>(
			type: T,
			handle: (event: DragEvent) => void,
		) => document.addEventListener(type, (event) => hasFiles(event.dataTransfer) && handle(event), { signal });

		on('dragenter', () => {
			depth += 1;
			setIsHovered(true);
		});
		on('dragleave', () => {
			depth -= 1;
			if (depth === 0) setIsHovered(false);
		});
		on('dragover', (event) => {
			event.preventDefault();
			if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
		});
		on('drop', (event) => {
			// By default the browser would leave the chat to open the file.
			event.preventDefault();
			depth = 0;
			setIsHovered(false);
			if (event.dataTransfer) take(event.dataTransfer.files);
		});
		const paste = (event: ClipboardEvent) => {
			const data = event.clipboardData;
			// Office programs add a picture of a copied text to the clipboard, beside the text.
			if (!data || !hasFiles(data) || data.types.includes('text/plain')) return;
			event.preventDefault();
			take(data.files);
		};
		document.addEventListener('paste', paste, { signal });
		return () => controller.abort();
	}, []);

	return isHovered;
}

function hasFiles(data: DataTransfer | null): boolean {
	return data?.types.includes('Files') ?? false;
}
