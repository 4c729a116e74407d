"""256 words of which no two sound alike: one for each byte, for what people read to each other."""

from __future__ import annotations

WORDS = """
    acorn actor anchor ankle apple apron arrow atlas attic bacon badge baker banjo basin basket beach beard beast bell
    berry bicycle bird biscuit blanket boat bonnet bottle boulder bread bridge broom bucket buffalo butter cabin cactus
    camel candle canoe carpet carrot castle cattle cello cheese cherry chimney church cider circus clock clover cobra
    coffee comet copper coral cotton cowboy crayon cricket crown crystal cypress dagger daisy dance desert diamond dinner
    dolphin donkey dragon drum eagle echo elbow elephant engine envelope falcon farmer feather ferry field finger flag
    flame flute forest fountain fox galaxy garden garlic ghost ginger giraffe glacier glove goblin goose grape guitar
    hammer harbor harvest helmet hero hockey honey hotel hunter iceberg igloo insect iron island ivory jacket jaguar jelly
    jewel jungle kayak kettle king kitchen kite knight ladder lagoon lantern lemon leopard letter library lighthouse lily
    lion lizard lobster locket magnet mango maple marble market mask meadow medal melon meteor mirror monkey mosaic
    mountain mule muscle museum music needle nest nickel oak ocean olive onion opera orange orchid otter oyster paddle
    palace panda paper parrot peanut pebble pelican pencil pepper piano pillow pilot pirate planet pocket potato prairie
    prince pumpkin puzzle queen quilt rabbit radio rainbow raven ribbon river robin rocket ruby saddle salmon scarf school
    shadow shell ship silver skunk sparrow spider spoon squirrel stable statue summer sunset swan table tailor teapot
    temple thunder tiger timber toast tornado towel trumpet tulip tunnel turtle umbrella valley velvet violin volcano
    waffle wagon walnut walrus whale whistle willow window winter wizard wolf yellow zebra zipper
""".split()
