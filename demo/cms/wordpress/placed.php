<?php
/**
 * The chat where an author puts it: a block, and a shortcode for everything that knows no blocks.
 *
 * @package live-chat-widget
 */

defined( 'ABSPATH' ) || exit;

add_action( 'init', 'live_chat_widget_register_placed' );
add_action( 'enqueue_block_editor_assets', 'live_chat_widget_tell_editor' );

function live_chat_widget_register_placed() {
	register_block_type( __DIR__ . '/block', array( 'render_callback' => 'live_chat_widget_render_placed' ) );
	add_shortcode( 'live_chat_widget', 'live_chat_widget_render_shortcode' );
}

/** Hands its texts to `block/editor.js`. */
function live_chat_widget_tell_editor() {
	$texts = array(
		'title'   => __( 'Live chat', 'live-chat-widget' ),
		'display' => __( 'What is shown', 'live-chat-widget' ),
		'inline'  => __( 'The chat, in the page', 'live-chat-widget' ),
		'button'  => __( 'A button that opens the chat', 'live-chat-widget' ),
		'height'  => __( 'Height in pixels', 'live-chat-widget' ),
		'text'    => __( 'Text', 'live-chat-widget' ),
		'default' => __( 'Chat with us', 'live-chat-widget' ),
		'hint'    => live_chat_widget_is_set_up( live_chat_widget_settings() )
			? __( 'Visitors see the chat here.', 'live-chat-widget' )
			: __( 'Visitors see nothing here until the chat is set up under Settings → Live chat.', 'live-chat-widget' ),
	);
	wp_add_inline_script(
		'live-chat-widget-block-editor-script',
		'var liveChatWidgetTexts = ' . wp_json_encode( $texts ) . ';',
		'before'
	);
}

/** `[live_chat_widget display="button" text="Ask us"]`, `[live_chat_widget height="480"]` */
function live_chat_widget_render_shortcode( $attributes ) {
	$known = array(
		'display' => '',
		'height'  => '',
		'text'    => '',
	);
	return live_chat_widget_render_placed( shortcode_atts( $known, $attributes, 'live_chat_widget' ) );
}

/** HTML for one place; '' until the chat is set up. What is not given, or unknown, is as in a new block. */
function live_chat_widget_render_placed( $given ) {
	$settings = live_chat_widget_settings();
	if ( ! live_chat_widget_is_set_up( $settings ) ) {
		return '';
	}
	if ( 'button' === ( $given['display'] ?? '' ) ) {
		live_chat_widget_placed( 'button' );
		$text = trim( $given['text'] ?? '' );
		return sprintf(
			'<button type="button" class="wp-element-button %s">%s</button>',
			esc_attr( LIVE_CHAT_WIDGET_BUTTON ),
			esc_html( '' !== $text ? $text : __( 'Chat with us', 'live-chat-widget' ) )
		);
	}
	live_chat_widget_placed( 'inline' );
	$height = absint( $given['height'] ?? 0 );
	ob_start();
	live_chat_widget_print_tag(
		$settings,
		array(
			'mode'         => 'inline',
			'style'        => sprintf( 'inline-size: 100%%; block-size: %dpx', $height ? $height : 600 ),
			// A button may come later in the page.
			'launcher-for' => '.' . LIVE_CHAT_WIDGET_BUTTON,
		)
	);
	return ob_get_clean();
}

/** What has been placed on this page so far. @param string $display adds one */
function live_chat_widget_placed( $display = '' ) {
	static $placed = array();
	if ( '' !== $display ) {
		$placed[] = $display;
	}
	return $placed;
}
