/** The block in the editor. The server draws it on the site (`placed.php`), and has translated its texts. */
(({ blockEditor, blocks, components, element }, texts) => {
	const { createElement, Fragment } = element;

	function Edit({ attributes: { display, height, text }, setAttributes }) {
		const isButton = display === 'button';
		const control = isButton
			? createElement(components.TextControl, {
					label: texts.text,
					value: text,
					placeholder: texts.default,
					onChange: (value) => setAttributes({ text: value }),
				})
			: createElement(components.TextControl, {
					label: texts.height,
					type: 'number',
					min: 200,
					value: height,
					onChange: (value) => setAttributes({ height: Number(value) }),
				});
		const choice = createElement(components.SelectControl, {
			label: texts.display,
			value: display,
			options: [
				{ value: 'inline', label: texts.inline },
				{ value: 'button', label: texts.button },
			],
			onChange: (value) => setAttributes({ display: value }),
		});
		const shown = isButton
			? createElement('span', { className: 'wp-element-button' }, text || texts.default)
			: createElement(components.Placeholder, {
					icon: 'format-chat',
					label: texts.title,
					instructions: texts.hint,
				});
		return createElement(
			Fragment,
			null,
			createElement(blockEditor.InspectorControls, null, createElement(components.PanelBody, null, choice, control)),
			createElement('div', blockEditor.useBlockProps(), shown),
		);
	}

	blocks.registerBlockType('live-chat-widget/block', { edit: Edit, save: () => null });
})(window.wp, window.liveChatWidgetTexts);
